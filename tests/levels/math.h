/* math.h: the tests of elementary functions, compiled for each level that is built. */
#ifndef TESTS_LEVELS_MATH_H
#define TESTS_LEVELS_MATH_H

int test_math_base(void);
int test_math_neon(void);
int test_math_v2(void);
int test_math_v3(void);
int test_math_v4(void);

#endif
