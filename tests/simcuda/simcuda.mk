# The simulated CUDA libraries, under the names that a loader looks for, in $(OBJ)/simcuda: of no sanitizer, since they hide memory
# from the host, exchange stacks, and stand for what is bought compiled. Those upon the driver are linked with it, as found beside them.

SIMCUDA := $(OBJ)/simcuda
SIMCUDA_LIBRARIES := $(SIMCUDA)/libcuda.so.1 $(SIMCUDA)/libnvrtc.so.12 $(SIMCUDA)/libcublas.so.12 $(SIMCUDA)/libcusolver.so.11 $(SIMCUDA)/libcufft.so.11 \
    $(SIMCUDA)/older/libcusolver.so.11 $(SIMCUDA)/too_old/libcuda.so.1 $(SIMCUDA)/too_old/libnvrtc.so.12
simcuda_objects = $(patsubst %.c,$(SIMCUDA)/%.o,$(notdir $(wildcard $(1:%=tests/simcuda/%.c))))
SIMCUDA_NVRTC := $(call simcuda_objects,nvrtc*)
SIMCUDA_BLAS := $(call simcuda_objects,cublas* numbers)
SIMCUDA_SOLVER := $(call simcuda_objects,cusolver* numbers)
SIMCUDA_FFT := $(call simcuda_objects,cufft* numbers)
SIMCUDA_DRIVER := $(filter-out $(SIMCUDA_NVRTC) $(SIMCUDA_BLAS) $(SIMCUDA_SOLVER) $(SIMCUDA_FFT),$(call simcuda_objects,*))
SIMCUDA_CFLAGS := -std=gnu11 -O2 -g -fPIC -fvisibility=hidden $(WARNINGS) -DSIMCUDA_DEVICE='"$(CURDIR)/tests/simcuda/device"'
$(SIMCUDA)/%.o: tests/simcuda/%.c
	@mkdir -p $(@D)
	$(CC) $(SIMCUDA_CFLAGS) -MMD -MP -c $< -o $@
$(SIMCUDA)/libcuda.so.1: $(SIMCUDA_DRIVER)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) $^ -lpthread -ldl -o $@
$(SIMCUDA)/libnvrtc.so.12: $(SIMCUDA_NVRTC) $(SIMCUDA)/libcuda.so.1
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' $^ -ldl -o $@
$(SIMCUDA)/libcublas.so.12: $(SIMCUDA_BLAS) $(SIMCUDA)/libcuda.so.1
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' $^ -lm -o $@
$(SIMCUDA)/libcusolver.so.11: $(SIMCUDA_SOLVER) $(SIMCUDA)/libcuda.so.1
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' $^ -lm -o $@
# As it was before CUDA 12.6.
$(SIMCUDA)/older/libcusolver.so.11: $(filter-out %/cusolver_general.o,$(SIMCUDA_SOLVER)) $(SIMCUDA)/libcuda.so.1
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN/..' $^ -lm -o $@
# Without what the library needs.
SIMCUDA_TOO_OLD := tests/simcuda/too_old.map
$(SIMCUDA)/too_old/libcuda.so.1: $(SIMCUDA_DRIVER) $(SIMCUDA_TOO_OLD)
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,--version-script=$(SIMCUDA_TOO_OLD) $(filter %.o,$^) -lpthread -ldl -o $@
$(SIMCUDA)/too_old/libnvrtc.so.12: $(SIMCUDA_NVRTC) $(SIMCUDA)/libcuda.so.1 $(SIMCUDA_TOO_OLD)
	@mkdir -p $(@D)
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,--version-script=$(SIMCUDA_TOO_OLD) -Wl,-rpath,'$$ORIGIN' $(filter %.o %.so.1,$^) -ldl -o $@
$(SIMCUDA)/libcufft.so.11: $(SIMCUDA_FFT) $(SIMCUDA)/libcuda.so.1
	$(CC) -shared -Wl,-z,defs -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' $^ -lpthread -lm -o $@
.PHONY: simcuda
simcuda: $(SIMCUDA_LIBRARIES)
$(patsubst tests/%.c,$(OBJ)/tests/%,$(wildcard tests/test_simcuda*.c)): | $(SIMCUDA_LIBRARIES)
-include $(SIMCUDA_DRIVER:.o=.d) $(SIMCUDA_NVRTC:.o=.d) $(SIMCUDA_BLAS:.o=.d) $(SIMCUDA_SOLVER:.o=.d) $(SIMCUDA_FFT:.o=.d)
