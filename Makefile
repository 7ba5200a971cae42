# runahead: see README.md; `make help` lists what there is to make.

CC ?= gcc
CXX ?= g++
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
OBJCOPY ?= objcopy
# For what runs while building, where $(CC) builds for another machine.
HOST_CC ?= $(CC)
BUILD ?= build
PREFIX ?= /usr/local
LIBDIR ?= lib
DESTDIR ?=
CFLAGS ?= -O2 -g
EXTRA_CFLAGS ?=
# A loop of one vector that lies in two lines of code took 15 us for 65,536 floats, for minutes at a time on a virtual machine, where the
# same loop within one took 10.
KERNEL_FLAGS ?= -O3 -falign-loops=32
WERROR ?=
SANITIZE ?=
# Seconds that one test program may take.
TEST_LIMIT ?= 120
# What `build/runahead bench` is given besides where to write: --quick, --full, names.
BENCH ?=

# All processors, unless the caller said how many: make's own variable does not say so while a makefile is read.
ifeq ($(filter -j%,$(MAKEFLAGS) $(shell printf '%s' "$$MAKEFLAGS")),)
MAKEFLAGS += -j$(shell nproc)
endif

ARCH := $(shell $(CC) -dumpmachine | cut -d- -f1)

# Instruction set levels of the kernels, which are compiled once for each; `make ISA=v3` builds one (a developer's shortcut).
ifeq ($(ARCH),x86_64)
ISA ?= v2 v3 v4
MARCH_v2 := -march=x86-64-v2
MARCH_v3 := -march=x86-64-v3
MARCH_v4 := -march=x86-64-v4 -mprefer-vector-width=512
# a level that is another one with an instruction more, and the few kernels that use it
MARCH_v4_bf16 := $(MARCH_v4) -mavx512bf16 -DRA_ISA_OF=v4
BESIDE := $(if $(filter v4,$(ISA)),v4_bf16)
BESIDE_KERNELS := kernels gemm gemm_packed gemm_small
# the best level of two that this machine runs: for checks that build the library once more
ONE_ISA := $(if $(shell grep -m1 avx2 /proc/cpuinfo),v3,v2)
else
ISA ?= $(if $(filter aarch64,$(ARCH)),neon,base)
ONE_ISA := $(ISA)
endif
# Tests of single kernels, and of the templates that kernels are made of, see one level: the best that this machine runs.
TEST_ISA := $(or $(filter $(ONE_ISA),$(ISA)),$(firstword $(ISA)))

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wundef $(WERROR)
# Thread-local storage is found without a call, also in the shared library: it is small (tests/check_install.sh), so that a program that
# loads that while it runs has room for it.
STANDARD := -std=gnu11 -fvisibility=hidden -fno-math-errno -fno-trapping-math -ffp-contract=off -fPIC -ftls-model=initial-exec
DEFINES := $(foreach level,$(ISA),-DRA_BUILT_$(level)=1)
SANITIZERS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
ALL_CFLAGS = $(STANDARD) $(WARNINGS) -Iinclude -Isrc $(DEFINES) $(CFLAGS) $(SANITIZERS) $(EXTRA_CFLAGS) -MMD -MP
LIBS := -lhwloc -lpthread -ldl -lm

# A build folder per set of flags, so that changing one never mixes objects; links in $(BUILD) show the latest results.
KEY := $(shell printf '%s' '$(CC) $(ALL_CFLAGS) $(KERNEL_FLAGS) $(foreach level,$(ISA) $(BESIDE),$(MARCH_$(level))) $(TEST_ISA)' | cksum | cut -d' ' -f1)
OBJ := $(BUILD)/obj-$(KEY)
SONAME := librunahead.so.0
VERSION := $(shell awk '/define RA_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $$3; dot = "." }' include/runahead/base.h)

# cpu files that hold no arithmetic of their own and are compiled once
CPU_ONCE := src/cpu/blas.c src/cpu/gemm_tiles.c
CPU_KERNELS := $(filter-out $(CPU_ONCE),$(wildcard src/cpu/*.c))
SOURCES := $(filter-out src/meta/generate%,$(wildcard src/meta/*.c)) $(wildcard src/async/*/*.c src/io/*.c src/cuda/*.c) $(CPU_ONCE)
KERNELS := $(foreach level,$(ISA),$(CPU_KERNELS:src/%.c=$(OBJ)/src/%.$(level).o)) \
	$(foreach level,$(BESIDE),$(BESIDE_KERNELS:%=$(OBJ)/src/cpu/%.$(level).o))
OBJECTS := $(SOURCES:%.c=$(OBJ)/%.o) $(KERNELS)

TESTS := $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
TEST_PROGRAMS := $(TESTS:%=$(OBJ)/tests/%)
CHECKS := $(wildcard tests/check_*.sh)

.PHONY: all test bench install uninstall depend clean help programs run-tests run-bench publish
all: publish

help:
	@echo 'make                   the library: $(BUILD)/librunahead.a and $(BUILD)/$(SONAME)'
	@echo 'make test              install what the tests need, build, run all tests'
	@echo 'make bench             install what the bench needs, build, measure; BENCH=--quick or BENCH=--full'
	@echo 'make bench-peers       the same work in libtorch and oneTBB, to compare with'
	@echo 'make bench-marks       every mark that the engine is to reach, beside the peers that are installed'
	@echo 'make install           to PREFIX=$(PREFIX) and its LIBDIR=$(LIBDIR), below DESTDIR if given'
	@echo 'make uninstall         remove what was installed there'
	@echo 'make test-NAME         build and run tests/test_NAME.c alone'
	@echo 'make generate          write ops.h, stubs.c and the README'\''s table of operators anew from src/meta/ops.def'
	@echo 'make oracle            random calls of every operator, and random programs, beside PyTorch 2.13; PYTHON=python3 SAMPLES=20000 EXTREMES=50 PROGRAMS=2000 SEED='
	@echo 'make op-report         of each operator: who computes it, where, cases from PyTorch, calls in random programs; PROGRAMS=2000'
	@echo 'make check-contraction no kernel multiplies and adds complex numbers in one instruction'
	@echo 'make check-vectors     operators that say that they are vectorised are, in the object code of each level'
	@echo 'make check-generated   compare those with what they would be'
	@echo 'make check-layers      includes run one way through src/'
	@echo 'make check-rooms       src/async: calls and includes go one way, in circles of three files at most'
	@echo 'make check-install     install into a temporary folder and build programs against it'
	@echo 'make check-headers     they compile alone, in each standard, in C and C++'
	@echo 'make check-examples    the programs of examples/ compile, and are right'
	@echo 'make check-program     the command line of the program runahead'
	@echo 'make check-marks       the marks of the bench are measured and judged'
	@echo 'make check-schedules   schedules of the engine under one controller; N=100000 SEED=1'
	@echo 'make check-programs    random programs, ahead as one after another; N=100000 SEED=1'
	@echo 'make check-sanitizers  the tests under ASan + UBSan, then under TSan'
	@echo 'make check-user        the tests and a short bench as an ordinary user, where this is root'
	@echo 'make check-delays      the tests with threads that are held up at atomic accesses now and then; SEED=1'
	@echo 'make check-mutants     the library with one part of its bookkeeping left out (src/async/os/mutants.def) is caught by the tests'
	@echo 'make check-clang       the suite by clang under its UBSan (installs it); CLANG_TESTS="test_x" for some'
	@echo 'make check-fuzz        inputs that a fuzzer chooses, under clang with ASan + UBSan (installs it); SECONDS=60 in all'
	@echo 'make check-cuda        every program for CUDA is compiled by NVRTC, which needs no device (Python'\''s package of it is installed into the build folder)'
	@echo 'make check-cuda-vectors every case of tests/vectors on simulated CUDA devices, in all dtypes'
	@echo 'make check-cuda-device the tests of CUDA, and the vectors with a table, on the CUDA devices of the machine; fails where there are none'
	@echo 'make check-dlpack      tensors lent to NumPy and PyTorch, and borrowed from them (installs NumPy); PYTHON=python3'
	@echo 'make check-aarch64     cross-compile, run the tests under qemu (installs arm64 packages)'
	@echo 'make check-sizes       sums and products of sizes are checked ones, or say why they fit'
	@echo 'make check-proofs      arithmetic on sizes is proved for all 64-bit operands (Frama-C, z3; installs them)'
	@echo 'make check-numa        pages lie where they should on machines with several nodes (qemu; installs it, downloads a kernel)'
	@echo 'make depend            install what building, tests and bench need (RUNAHEAD_NO_INSTALL=1: list it and stop)'
	@echo 'make clean             remove $(BUILD)'
	@echo
	@echo 'Settings: CC HOST_CC CFLAGS ISA="$(ISA)" BUILD PREFIX LIBDIR DESTDIR SANITIZE WERROR=-Werror TEST_LIMIT BENCH'

depend:
	@CC='$(CC)' packaging/depend.sh build test bench

# ---- the library ----

$(OBJ)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@

define kernel_rule
$(OBJ)/src/cpu/%.$(1).o: src/cpu/%.c
	@mkdir -p $$(@D)
	$(CC) $$(ALL_CFLAGS) $$(KERNEL_FLAGS) $(MARCH_$(1)) -DRA_ISA=$(1) -c $$< -o $$@
endef
$(foreach level,$(ISA) $(BESIDE),$(eval $(call kernel_rule,$(level))))

# The programs in CUDA C are part of it as they stand.
$(OBJ)/src/cuda/text.o: $(wildcard src/cuda/*.cu) src/cpu/math_special_both.h

# What needs a header that may not be there says so before the compiler does.
$(OBJECTS): | $(OBJ)/.can-build
$(OBJ)/.can-build:
	@CC='$(CC)' RUNAHEAD_NO_INSTALL=1 packaging/depend.sh build
	@mkdir -p $(@D) && touch $@

# One relocatable object with everything; in the static library only the public names of it can be linked to.
$(OBJ)/runahead.o: $(OBJECTS)
	$(CC) -r -nostdlib $^ -o $@
$(OBJ)/librunahead.a: $(OBJ)/runahead.o
	@mkdir -p $(OBJ)/public && $(OBJCOPY) --localize-hidden $< $(OBJ)/public/runahead.o
	@rm -f $@
	$(AR) rcs $@ $(OBJ)/public/runahead.o
# It calls its own functions, whoever else in the process has some of the same names: another copy of it, say.
link_shared = $(CC) -shared $(SANITIZERS) $(if $(SANITIZE),,-Wl,-z,defs) -Wl,-Bsymbolic-functions
$(OBJ)/$(SONAME): $(OBJ)/runahead.o packaging/runahead.map
	$(link_shared) -Wl,-soname,$(SONAME) -Wl,--version-script,packaging/runahead.map $< $(LIBS) -o $@

# $(call link,TARGET,NAME): where all is as it should be, nothing is written, and a tree can be used by who may only read it.
link = [ "$$(readlink $(2))" = $(1) ] || ln -sfn $(1) $(2)
publish: $(OBJ)/librunahead.a $(OBJ)/$(SONAME)
	@$(call link,obj-$(KEY)/librunahead.a,$(BUILD)/librunahead.a)
	@$(call link,obj-$(KEY)/$(SONAME),$(BUILD)/$(SONAME))
	@$(call link,$(SONAME),$(BUILD)/librunahead.so)

# With the program, where there is what it needs besides the library.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export OBJ := $(OBJ)
install uninstall: export OBJCOPY := $(OBJCOPY)
install uninstall: export SONAME := $(SONAME)
install uninstall: export VERSION := $(VERSION)
install: publish
	@if CC='$(CC)' RUNAHEAD_NO_INSTALL=1 packaging/depend.sh program; then $(MAKE) --no-print-directory $(OBJ)/runahead; else echo "Installing the library without the program."; fi
	@packaging/install.sh install
uninstall:
	@packaging/install.sh uninstall

# ---- generated files ----

.PHONY: generate generated
GENERATED := $(OBJ)/generated/ops.h $(OBJ)/generated/stubs.c $(OBJ)/generated/README.md
$(OBJ)/generate: src/meta/generate.c src/meta/generate_table.c src/meta/generate.h src/meta/ops.c src/meta/schema.c src/meta/roles.c src/meta/ops.def src/meta/op.h
	@mkdir -p $(@D)
	$(CC) $(STANDARD) $(WARNINGS) -Iinclude -Isrc -DRA__NO_META -O1 $(filter %.c,$^) -o $@
$(OBJ)/generated/ops.h: $(OBJ)/generate
	@mkdir -p $(@D)
	$< header > $@
$(OBJ)/generated/stubs.c: $(OBJ)/generate
	@mkdir -p $(@D)
	$< stubs > $@
# The README with its table of operators as it is now.
$(OBJ)/generated/README.md: $(OBJ)/generate README.md
	@mkdir -p $(@D)
	{ sed '/^<!-- make generate prints/q' README.md && $< table && sed -n '/^<!-- as far as here/,$$p' README.md; } > $@
generated: $(GENERATED)
generate: $(GENERATED)
	cp $(OBJ)/generated/ops.h include/runahead/ops.h
	cp $(OBJ)/generated/stubs.c src/async/front/stubs.c
	cp $(OBJ)/generated/README.md README.md

# ---- tests: tests/test_*.c is a program each, tests/check_*.sh a script each; what helps the programs lies in folders ----

HELPERS := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/helpers/*.c tests/random/*.c tests/vectors/*.c))
TEST_CFLAGS = $(ALL_CFLAGS) $(MARCH_$(TEST_ISA)) -DRA_ISA=$(TEST_ISA) -DRA__HIDDEN= -Itests
$(OBJ)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(TEST_CFLAGS) -c $< -o $@
$(OBJ)/tests/helpers.a: $(HELPERS)
	@rm -f $@
	$(AR) rcs $@ $^
define level_rule
$(OBJ)/tests/levels/%.$(1).o: tests/levels/%.c
	@mkdir -p $$(@D)
	$(CC) $$(ALL_CFLAGS) $$(KERNEL_FLAGS) $(MARCH_$(1)) -DRA_ISA=$(1) -Itests -c $$< -o $$@
endef
$(foreach level,$(ISA),$(eval $(call level_rule,$(level))))
$(OBJ)/tests/test_math: $(foreach level,$(ISA),$(OBJ)/tests/levels/math.$(level).o)
# The library as the tests know it: shared, as they are many and it is large, with what is hidden in it within their reach.
$(BUILD)/reach: packaging/reach.c
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 -O1 $(WARNINGS) $< -o $@
tested = $(BUILD)/reach $< $@.o && $(link_shared) -Wl,-soname,libtested.so $@.o $(LIBS) -o $@ && rm $@.o
link_test = $(CC) $(SANITIZERS) $^ -Wl,-rpath,'$$ORIGIN' -lcmocka $(TEST_LIBS) $(LIBS) -o $@
$(OBJ)/tests/libtested.so: $(OBJ)/runahead.o $(BUILD)/reach
	@mkdir -p $(@D)
	$(tested)
$(TEST_PROGRAMS): $(OBJ)/tests/%: $(OBJ)/tests/%.o $(OBJ)/tests/helpers.a $(OBJ)/tests/libtested.so
	$(link_test)
$(addprefix $(OBJ)/tests/,test_trace test_trace_losses test_cuda_trace test_own_life test_page): TEST_LIBS := -ljansson
$(addprefix $(OBJ)/tests/,test_vectors test_vector_file test_cuda_vectors): TEST_LIBS := -lz
$(OBJ)/tests/test_page.o: TEST_CFLAGS += -Ibench
$(OBJ)/tests/test_page: $(patsubst %,$(OBJ)/bench/%.o,report/report report/html report/plot report/timeline report/variants measure/stats)
$(OBJ)/tests/test_simcuda_virtual.o: TEST_CFLAGS += -Ibench
$(OBJ)/tests/test_simcuda_virtual: $(patsubst %,$(OBJ)/bench/%.o,work/graph_bound)
FUZZ := $(patsubst %.c,$(OBJ)/%.o,$(filter-out tests/fuzz/entry.c,$(wildcard tests/fuzz/*.c)))
$(OBJ)/tests/test_corpus: $(FUZZ)
# What some of them load.
$(OBJ)/tests/%.so: tests/library/%.c
	@mkdir -p $(@D)
	$(CC) -shared -fPIC $(WARNINGS) $(SANITIZERS) $< -o $@
$(OBJ)/tests/test_exit: | $(OBJ)/$(SONAME)
$(OBJ)/tests/test_fork: | $(OBJ)/tests/told.so
$(OBJ)/tests/test_own_hostile: | $(OBJ)/tests/operators.so
.SECONDARY: $(TESTS:%=$(OBJ)/tests/%.o)

test:
	@CC='$(CC)' packaging/depend.sh build test
	@$(MAKE) --no-print-directory run-tests
programs: $(TEST_PROGRAMS)
CHECK_ENVIRONMENT = CC='$(CC)' CXX='$(CXX)' MAKE='$(MAKE)' MAKEFLAGS= OBJ='$(OBJ)' BUILD='$(BUILD)' ISA='$(ISA)' CFLAGS='$(CFLAGS)' \
    EXTRA_CFLAGS='$(EXTRA_CFLAGS)' WERROR='$(WERROR)'
# All that the tests run: with the program, which the scripts do.
.PHONY: testable
testable: programs publish generated $(BUILD)/runahead simcuda
run-tests: testable
	@$(CHECK_ENVIRONMENT) TEST_LIMIT=$(TEST_LIMIT) tests/run.sh $(TEST_PROGRAMS) $(CHECKS)
test-%: $(OBJ)/tests/test_%
	$<
check-%: tests/check_%.sh publish generated
	@$(CHECK_ENVIRONMENT) tests/run.sh $<

check-examples: simcuda

# Random calls and random programs beside PyTorch, which has to be there: see tests/vectors/README.md.
.PHONY: oracle
PYTHON ?= python3
SAMPLES ?= 20000
EXTREMES ?= 50
PROGRAMS ?= 2000
# As given: the explorer, which is included below, has a default for it.
ORACLE_SEED := $(SEED)
oracle: publish
	@$(PYTHON) -c 'import sys, torch, numpy; sys.exit(not torch.__version__.startswith("2.13.0"))' 2>/dev/null || \
	    { echo 'make oracle needs a Python with torch 2.13.0 and numpy: PYTHON=path'; exit 1; }
	@$(PYTHON) tests/vectors/compare.py $(OBJ)/$(SONAME) --samples $(SAMPLES) --extremes $(EXTREMES) $(if $(ORACLE_SEED),--seed $(ORACLE_SEED)) && \
	    $(PYTHON) tests/vectors/compare.py $(OBJ)/$(SONAME) --programs $(PROGRAMS) $(if $(ORACLE_SEED),--seed $(ORACLE_SEED))

# What there is of each operator, and what shows that it is right.
.PHONY: op-report
op-report: $(BUILD)/runahead $(OBJ)/tests/test_vectors $(OBJ)/tests/test_differential
	@tests/op_report.sh $(BUILD)/runahead $(OBJ)/tests/test_vectors $(OBJ)/tests/test_differential $(PROGRAMS)

include packaging/checks.mk
include tests/explorer/explorer.mk
include tests/simcuda/simcuda.mk

# ---- bench ----

comma := ,

BENCH_OBJECTS := $(patsubst %.c,$(OBJ)/%.o,$(wildcard bench/*.c bench/*/*.c))
$(OBJ)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Ibench -c $< -o $@
$(OBJ)/bench/program/header_text.o: include/runahead/ops.h
$(OBJ)/bench/peers/loop.o: bench/peers/control_loop.py
$(OBJ)/bench/peers/device_torch.o: bench/peers/device.py
# The simulation of `bench numa` has a copy of the deciding files to itself, in a pool that it plays.
$(OBJ)/numa_model.o: $(addprefix $(OBJ)/,bench/parts/numa_model.o $(addprefix src/async/,pool/wide.o values/pages.o os/placed.o values/job.o pool/slot.o os/placement.o os/topology.o os/cgroup.o os/os.o os/os_thread.o os/os_file.o os/os_load.o os/os_fault.o))
	$(CC) -r -nostdlib $^ -o $@
	$(OBJCOPY) --keep-global-symbol=model_run $@
# With the library as one object, since the bench tiles by hand with the library's own kernels.
$(OBJ)/runahead: $(filter-out $(OBJ)/bench/parts/numa_model.o,$(BENCH_OBJECTS)) $(OBJ)/numa_model.o $(OBJ)/runahead.o
	$(CC) $(SANITIZERS) $^ -ljansson $(LIBS) -o $@
$(BUILD)/runahead: $(OBJ)/runahead FORCE
	@$(call link,obj-$(KEY)/runahead,$@)
.PHONY: FORCE

bench:
	@CC='$(CC)' packaging/depend.sh build bench
	@$(MAKE) --no-print-directory run-bench
REPORTS ?= $(BUILD)
run-bench: $(BUILD)/runahead simcuda
	$(BUILD)/runahead bench $(BENCH) --json $(REPORTS)/bench.json --html $(REPORTS)/bench.html

# What others do with the same work: plug-ins beside the program, which is linked with none of them. TORCH_DIR: where another
# libtorch than the system's lies (its include/ and lib/), such as the folder of a Python torch.
.PHONY: bench-peers run-peers
TORCH_DIR ?=
TORCH_INCLUDE := $(if $(TORCH_DIR),$(TORCH_DIR)/include,/usr/include)
TORCH_FOUND := $(wildcard $(TORCH_INCLUDE)/torch/csrc/api/include/torch/version.h)
TBB_FOUND := $(wildcard /usr/include/tbb/task_group.h /usr/include/oneapi/tbb/task_group.h)
PEERS := $(if $(TORCH_FOUND),$(OBJ)/peer_torch.so) $(if $(TBB_FOUND),$(OBJ)/peer_tasks.so)
PEER_FLAGS := -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Ibench
$(OBJ)/peer_torch.so: bench/peers/plugin_torch.cpp bench/peers/plugin_torch_work.cpp bench/peers/abi.h
	@mkdir -p $(@D)
	$(CXX) $(PEER_FLAGS) $(if $(TORCH_DIR),-std=c++20 -isystem $(TORCH_DIR)/include,-std=c++17) -isystem $(TORCH_INCLUDE)/torch/csrc/api/include $(filter %.cpp,$^) -o $@ \
		$(if $(TORCH_DIR),-L$(TORCH_DIR)/lib -Wl$(comma)-rpath$(comma)$(TORCH_DIR)/lib) -ltorch -ltorch_cpu -lc10
$(OBJ)/peer_tasks.so: bench/peers/plugin_tasks.cpp bench/peers/plugin_tasks_work.cpp bench/peers/abi.h
	@mkdir -p $(@D)
	$(CXX) $(PEER_FLAGS) -std=c++17 -fopenmp $(filter %.cpp,$^) -o $@ -ltbb
bench-peers:
	@CC='$(CC)' TORCH_DIR='$(TORCH_DIR)' packaging/depend.sh build bench peers
	@$(MAKE) --no-print-directory run-peers
run-peers: $(PEERS) $(BUILD)/runahead
	$(BUILD)/runahead bench peers $(BENCH) --json $(BUILD)/bench-peers.json --html $(BUILD)/bench-peers.html
# Every mark, beside those peers that are there.
.PHONY: bench-marks
bench-marks: $(PEERS) $(BUILD)/runahead simcuda
	$(BUILD)/runahead bench --marks $(BENCH) --json $(BUILD)/bench-marks.json --html $(BUILD)/bench-marks.html

# The driver that the tests of src/cuda are given.
$(patsubst %.c,$(OBJ)/%,$(wildcard tests/test_cuda*.c)): | $(SIMCUDA_LIBRARIES)

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(TESTS:%=$(OBJ)/tests/%.d) $(HELPERS:.o=.d) $(FUZZ:.o=.d) $(foreach level,$(ISA),$(OBJ)/tests/levels/math.$(level).d) $(BENCH_OBJECTS:.o=.d)
