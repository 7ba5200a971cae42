/*
 * How much room a thing has, or where a counter begins. The explorer of schedules (tests/explorer) builds the library with
 * -DRA__TINY: then rooms are full at once, records are used again at once, and counters are near their wrap.
 */
#ifndef RA_ASYNC_ROOM_H
#define RA_ASYNC_ROOM_H

#ifdef RA__TINY
#define RA__ROOM(usual, tiny) (tiny)
#else
#define RA__ROOM(usual, tiny) (usual)
#endif

#endif
