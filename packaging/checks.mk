# Checks that build the library again in another way.

.PHONY: check-sanitizers check-address check-thread check-mutants check-aarch64 check-numa check-proofs

# Under a sanitizer the kernels are built for one instruction set level, and hardly optimised, which takes the compiler half the time.
# SANITIZER_TESTS picks programs (default: all).
SANITIZER_TESTS ?= $(TESTS)
SANITIZED := ISA=$(ONE_ISA) KERNEL_FLAGS=-O1
check-sanitizers:
	@$(MAKE) --no-print-directory check-address; address=$$?; $(MAKE) --no-print-directory check-thread && exit $$address
check-address:
	@CC='$(CC)' packaging/depend.sh build test
	@$(MAKE) --no-print-directory run-sanitized SANITIZE=address,undefined $(SANITIZED)
check-thread:
	@CC='$(CC)' packaging/depend.sh build test
	@$(MAKE) --no-print-directory run-sanitized SANITIZE=thread $(SANITIZED)
# By clang, whose UBSan stops where gcc's goes on: at an offset from a null pointer. Not the programs that ask where gcc says that a call
# stands, or how much of the stack one takes, nor those of simulated devices. What kernels make of a floating number that is out of an
# integer's range is the processor's own (cpu/convert_from.h), which clang's UBSan, unlike gcc's, stops at. Kernels are not optimised: what their
# loops come to with its checks takes clang minutes to go through.
CLANG_TESTS ?= $(filter-out test_report test_sites test_stack test_cuda% test_simcuda%,$(TESTS))
check-clang:
	@CC='$(CC)' packaging/depend.sh build test fuzz
	@$(MAKE) --no-print-directory run-sanitized CC=clang SANITIZE=undefined ISA=$(ONE_ISA) KERNEL_FLAGS='-O0 -fno-sanitize=float-cast-overflow' \
		SANITIZER_TESTS='$(CLANG_TESTS)'
.PHONY: run-sanitized
run-sanitized: $(SANITIZER_TESTS:%=$(OBJ)/tests/%)
	@echo "== $(SANITIZE)"
	@SANITIZE=$(SANITIZE) TEST_LIMIT=$$(( $(TEST_LIMIT) * 5 )) tests/run.sh $^

# As who has no rights but to read the tree; all is built before, since he may write nothing of it.
.PHONY: check-user
check-user:
	@CC='$(CC)' packaging/depend.sh build test bench
	@$(MAKE) --no-print-directory testable
	@TEST_LIMIT=$(TEST_LIMIT) tests/as_user.sh $(MAKE) --no-print-directory

# A mutant is the library with one part of its bookkeeping left out (src/async/os/mutants.def); the test that stands beside it
# there must notice it. One build of src/async, and of what has one in src/cuda, has them all, and a variable switches one on.
MUTANTS := $(shell sed -n 's/^MUTANT.\([A-Z_0-9]*\), \([a-z_]*\),.*/\1:\2/p' src/async/os/mutants.def)
MUTANT_TESTS := $(sort $(foreach mutant,$(MUTANTS),$(lastword $(subst :, ,$(mutant)))))
MUTATED := $(wildcard src/async/*/*.c) $(shell grep -l RA__MUTANT src/cuda/*.c)
REST := $(filter-out $(MUTATED:%.c=$(OBJ)/%.o),$(OBJECTS))
ASYNC := $(MUTATED:src/%.c=$(OBJ)/mutants/%.o)
$(OBJ)/mutants/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -DRA__MUTANTS -c $< -o $@
$(OBJ)/mutants/runahead.o: $(ASYNC) $(REST)
	$(CC) -r -nostdlib $^ -o $@
$(OBJ)/mutants/libtested.so: $(OBJ)/mutants/runahead.o $(BUILD)/reach
	$(tested)
$(MUTANT_TESTS:%=$(OBJ)/mutants/%): $(OBJ)/mutants/%: $(OBJ)/tests/%.o $(OBJ)/tests/helpers.a $(OBJ)/mutants/libtested.so
	$(link_test)
check-mutants:
	@CC='$(CC)' packaging/depend.sh build test
	@$(MAKE) --no-print-directory run-mutants
.PHONY: run-mutants
run-mutants: $(MUTANT_TESTS:%=$(OBJ)/mutants/%) simcuda
	@TEST_LIMIT=$(TEST_LIMIT) tests/mutants.sh $(OBJ)/mutants $(MUTANTS)
-include $(ASYNC:.o=.d)

# The tests once more with threads that are late: src/async, and what of src/cuda has atomic accesses, hold their thread up at them now and
# then, where SEED says. DELAYED picks programs (default: all but one with a clock that stands still, by which a thread that is late has used
# more of a processor than it may).
.PHONY: check-delays run-delays
DELAYED ?= $(filter-out test_doubt,$(TESTS))
LATE := $(wildcard src/async/*/*.c) $(shell grep -l atomic_ src/cuda/*.c)
$(OBJ)/delays/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fsanitize=thread --param tsan-instrument-func-entry-exit=0 -c $< -o $@
$(OBJ)/delays/delays.o: tests/delays/delays.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@
$(OBJ)/delays/runahead.o: $(LATE:%.c=$(OBJ)/delays/%.o) $(filter-out $(LATE:%.c=$(OBJ)/%.o),$(OBJECTS)) $(OBJ)/delays/delays.o
	$(CC) -r -nostdlib $^ -o $@
$(OBJ)/delays/libtested.so: $(OBJ)/delays/runahead.o $(BUILD)/reach
	$(tested)
check-delays:
	@CC='$(CC)' packaging/depend.sh build test
	@$(MAKE) --no-print-directory run-delays
run-delays: $(DELAYED:%=$(OBJ)/tests/%) $(OBJ)/delays/libtested.so simcuda
	@export LD_LIBRARY_PATH='$(CURDIR)/$(OBJ)/delays' DELAYS='$(SEED)' RUNAHEAD_TEST_SHORT=1; \
		TEST_LIMIT=$$(( $(TEST_LIMIT) * 5 )) tests/run.sh $(DELAYED:%=$(OBJ)/tests/%)
-include $(LATE:%.c=$(OBJ)/delays/%.d)

# Every program for CUDA by NVRTC itself, which needs no device; Python's package of it is installed into the build folder.
.PHONY: check-cuda
CUDA_TESTS := $(filter test_cuda%,$(TESTS))
check-cuda: $(OBJ)/nvrtc_compile $(CUDA_TESTS:%=$(OBJ)/tests/%) simcuda
	@BUILD='$(BUILD)' tests/nvrtc/check.sh $< $(CUDA_TESTS:%=$(OBJ)/tests/%)
$(OBJ)/nvrtc_compile: tests/nvrtc/compile.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O1 $(WARNINGS) $< -ldl -o $@

# Every case of tests/vectors on simulated devices: 1, 2 and 4 of them. And on those of the machine, with a table, beside the other tests of
# CUDA; without any it fails.
.PHONY: check-cuda-vectors check-cuda-device
check-cuda-vectors: $(OBJ)/tests/test_cuda_vectors simcuda
	@RUNAHEAD_TEST_FULL=1 TEST_LIMIT=5400 tests/run.sh $<
check-cuda-device: $(CUDA_TESTS:%=$(OBJ)/tests/%)
	@export RUNAHEAD_CUDA= RUNAHEAD_TEST_DEVICES=real; tests/run.sh $(filter-out %/test_cuda_vectors,$^); others=$$?; \
		RUNAHEAD_TEST_FULL=1 $(OBJ)/tests/test_cuda_vectors && exit $$others

# Any number of random programs, from any seed, in twice as many processes as there are processors; what they drew is printed.
.PHONY: check-programs
check-programs: $(OBJ)/tests/test_differential
	$< $(N) $(SEED)

# Coverage-guided: clang's libFuzzer with ASan and UBSan, over a build of its own. What it finds lies in $(BUILD)/fuzz. Kernels
# are not what is explored: their branches are many, and would take minutes to compile.
.PHONY: check-fuzz run-fuzz
SECONDS := $(if $(filter command% environment%,$(origin SECONDS)),$(SECONDS),60)
FUZZ_TARGETS ?= call npy npz safetensors settings
check-fuzz:
	@CC='$(CC)' packaging/depend.sh build test fuzz
	@$(MAKE) --no-print-directory run-fuzz CC=clang ISA=$(ONE_ISA) SANITIZE=address,undefined EXTRA_CFLAGS='$(EXTRA_CFLAGS) -fsanitize=fuzzer-no-link -D__SANITIZE_ADDRESS__=1' \
		KERNEL_FLAGS='-O0 -fno-sanitize=fuzzer-no-link,float-cast-overflow' SECONDS=$(SECONDS)
run-fuzz: $(FUZZ_TARGETS:%=$(OBJ)/fuzz/%)
	@mkdir -p $(BUILD)/fuzz
	@tests/fuzz/run.sh $(SECONDS) $(BUILD)/fuzz $^
$(OBJ)/fuzz/%.o: tests/fuzz/entry.c tests/fuzz/fuzz.h
	@mkdir -p $(@D)
	$(CC) $(TEST_CFLAGS) -DFUZZ_TARGET=fuzz_$* -c $< -o $@
$(OBJ)/fuzz/%: $(OBJ)/fuzz/%.o $(FUZZ) $(OBJ)/runahead.o
	$(CC) $(SANITIZERS) -fsanitize=fuzzer $^ $(LIBS) -o $@

# Debian's cross compiler and arm64 packages; qemu runs what comes out.
check-aarch64:
	@CC=aarch64-linux-gnu-gcc packaging/depend.sh aarch64
	@$(MAKE) --no-print-directory run-aarch64 CC=aarch64-linux-gnu-gcc HOST_CC='$(CC)' AR=aarch64-linux-gnu-ar OBJCOPY=aarch64-linux-gnu-objcopy BUILD=$(BUILD)/aarch64
# All but what takes an emulator many minutes, and test_fork: a fork copies the emulator's own locks too, and where another thread holds
# one the child hangs before its first instruction, with all signals blocked (a program of threads that map memory, and a loop of
# forks, shows it without the library).
AARCH64_TESTS ?= $(filter-out test_math test_blas test_products test_differential test_fork,$(TESTS))
.PHONY: run-aarch64
run-aarch64: $(AARCH64_TESTS:%=$(OBJ)/tests/%) publish
	@RUN_WITH=qemu-aarch64-static RUNAHEAD_TEST_SHORT=1 TEST_LIMIT=$$(( $(TEST_LIMIT) * 10 )) tests/run.sh $(AARCH64_TESTS:%=$(OBJ)/tests/%)

# Machines with two and four nodes under qemu: pages lie where the engine put them. NUMA_MACHINES picks some (default: all).
NUMA_MACHINES ?=
check-numa:
	@CC='$(CC)' packaging/depend.sh build numa
	@$(MAKE) --no-print-directory run-numa
.PHONY: run-numa
run-numa: $(OBJ)/tests/numa/numa_pages
	@BUILD='$(BUILD)' tests/numa/numa_machine.sh $< $(NUMA_MACHINES)
$(OBJ)/tests/numa/numa_pages: $(OBJ)/tests/numa/numa_pages.o $(OBJ)/runahead.o
	$(CC) $(SANITIZERS) $^ $(LIBS) -o $@

# Tensors lent to NumPy and borrowed from it, and PyTorch where PYTHON has it.
.PHONY: check-dlpack
check-dlpack:
	@CC='$(CC)' PYTHON='$(PYTHON)' packaging/depend.sh build dlpack
	@$(MAKE) --no-print-directory publish
	@$(PYTHON) -B tests/dlpack.py $(OBJ)/$(SONAME)

# What the checked arithmetic claims, for all operands: Frama-C and z3. Some minutes.
check-proofs:
	@packaging/depend.sh proofs
	@TEST_LIMIT=1200 tests/run.sh tests/proofs/prove.sh
