# The simulated CUDA libraries, under the names that a loader looks for, in $(OBJ)/simcuda: of no sanitizer, since they hide memory
# from the host, exchange stacks, and stand for what is bought compiled.

SIMCUDA := $(OBJ)/simcuda
SIMCUDA_LIBRARIES := $(SIMCUDA)/libcuda.so.1 $(SIMCUDA)/libnvrtc.so.12
SIMCUDA_NVRTC := $(patsubst %.c,$(SIMCUDA)/%.o,$(notdir $(wildcard tests/simcuda/nvrtc*.c)))
SIMCUDA_DRIVER := $(filter-out $(SIMCUDA_NVRTC),$(patsubst %.c,$(SIMCUDA)/%.o,$(notdir $(wildcard tests/simcuda/*.c))))
SIMCUDA_CFLAGS := -std=gnu11 -O2 -g -fPIC -fvisibility=hidden $(WARNINGS) -DSIMCUDA_DEVICE='"$(CURDIR)/tests/simcuda/device"'
$(SIMCUDA)/%.o: tests/simcuda/%.c
	@mkdir -p $(@D)
	$(CC) $(SIMCUDA_CFLAGS) -MMD -MP -c $< -o $@
$(SIMCUDA)/libcuda.so.1: $(SIMCUDA_DRIVER)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) $^ -lpthread -ldl -o $@
$(SIMCUDA)/libnvrtc.so.12: $(SIMCUDA_NVRTC)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) $^ -ldl -o $@
.PHONY: simcuda
simcuda: $(SIMCUDA_LIBRARIES)
$(OBJ)/tests/test_simcuda $(OBJ)/tests/test_simcuda_kernels: | $(SIMCUDA_LIBRARIES)
-include $(SIMCUDA_DRIVER:.o=.d) $(SIMCUDA_NVRTC:.o=.d)
