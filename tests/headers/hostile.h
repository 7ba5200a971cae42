/*
 * A program's own macros before the public headers: single letters, and names that systems and old code define. What the
 * headers need of the system comes first; the headers themselves must not be touched by any of these.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __cplusplus
#include <initializer_list>
#include <type_traits>
#endif

#define HOSTILE ]hostile[
#define A HOSTILE
#define B HOSTILE
#define C HOSTILE
#define D HOSTILE
#define E HOSTILE
#define F HOSTILE
#define G HOSTILE
#define H HOSTILE
#define I HOSTILE
#define J HOSTILE
#define K HOSTILE
#define L HOSTILE
#define M HOSTILE
#define N HOSTILE
#define O HOSTILE
#define P HOSTILE
#define Q HOSTILE
#define R HOSTILE
#define S HOSTILE
#define T HOSTILE
#define U HOSTILE
#define V HOSTILE
#define W HOSTILE
#define X HOSTILE
#define Y HOSTILE
#define Z HOSTILE
#define a HOSTILE
#define b HOSTILE
#define c HOSTILE
#define d HOSTILE
#define e HOSTILE
#define g HOSTILE
#define h HOSTILE
#define j HOSTILE
#define k HOSTILE
#define l HOSTILE
#define m HOSTILE
#define n HOSTILE
#define o HOSTILE
#define p HOSTILE
#define q HOSTILE
#define r HOSTILE
#define s HOSTILE
#define t HOSTILE
#define u HOSTILE
#define v HOSTILE
#define w HOSTILE
#define x HOSTILE
#define y HOSTILE
#define z HOSTILE
#define min HOSTILE
#define max HOSTILE
#define minor HOSTILE
#define major HOSTILE
#define near HOSTILE
#define far HOSTILE
#define small HOSTILE
#define interface HOSTILE
#define complex HOSTILE
#define assert HOSTILE
#define OK HOSTILE
#define BOOL HOSTILE
#define NONE HOSTILE
#define TRUE HOSTILE
#define FALSE HOSTILE
#define DEBUG HOSTILE
#define ERROR HOSTILE
#undef linux
#undef unix
#define linux HOSTILE
#define unix HOSTILE
