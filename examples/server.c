/*
 * A server that never waits: clients ask for the smallest eigenvalue of a matrix, and one thread in an epoll loop answers them in
 * the order in which results come.
 *
 * A request is a line with a number n from 1 to 512. The matrix has n rows, with 2 in the diagonal and -1 beside it; the answer is
 * the line "n eigenvalue". Recording the work takes microseconds; a file descriptor becomes readable when its result is there.
 *
 *     cc -Iinclude examples/server.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o server && ./server 7000
 *
 * Without a port it plays a client of its own, which says whether the answers are right.
 */
#define _GNU_SOURCE
#include <runahead.h>

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ROWS = 512, LINE = 64 };

/* What epoll tells of: the port, a client, or a result. */
typedef struct source {
    enum kind { PORT, CLIENT, RESULT } kind;
    int fd;
    size_t used;           /* of a client: of its line */
    char line[LINE];
    int awaited;           /* results for it that are to come */
    bool has_left;         /* it goes with the last of them */
    struct source *client; /* of a result */
    int64_t n;
    ra_tensor *value;
} source;

static int poller, clients;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static source *watch(enum kind kind, int fd)
{
    source *s = calloc(1, sizeof *s);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    if (!s || epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event))
        fail("epoll");
    s->kind = kind;
    s->fd = fd;
    clients += kind == CLIENT;
    return s;
}

static void forget(source *s)
{
    clients -= s->kind == CLIENT;
    epoll_ctl(poller, EPOLL_CTL_DEL, s->fd, NULL); /* closing alone may not do: the library has a duplicate until it has told all */
    close(s->fd);
    free(s);
}

static void tell(source *client, const char *text)
{
    const size_t length = strlen(text);
    if (!client->has_left && send(client->fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)length)
        shutdown(client->fd, SHUT_RDWR); /* who does not read what he asked for is told no more */
}

/* ---- requests and answers ---- */

/* Nothing of it has been computed when this returns; NULL where it was refused. */
static ra_tensor *smallest_eigenvalue(int64_t n)
{
    ra_tensor *values = NULL, *vectors = NULL;
    ra_scope_begin();
    ra_tensor *row = ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64)), *distance = ra_abs(ra_sub(ra_unsqueeze(row, 1), row));
    ra_tensor *matrix = ra_where(ra_lt(distance, 2), ra_sub(2.0, ra_mul(distance, 3)), ra_mul(distance, 0)); /* 2, -1, 0, ... */
    ra_status status = ra_linalg_eigh(matrix, &values, &vectors);
    ra_tensor *smallest = status ? NULL : ra_keep(ra_select(values, 0, 0));
    status = ra_scope_end();
    return status ? NULL : smallest;
}

static void on_request(source *client, const char *line)
{
    char *end, text[512];
    const long n = strtol(line, &end, 10);
    const bool is_number = end != line && !*end && n >= 1 && n <= MOST_ROWS;
    ra_tensor *value = is_number ? smallest_eigenvalue(n) : NULL;
    int fd;
    if (!value || ra_ready_fd(value, &fd)) {
        snprintf(text, sizeof text, "%s error: %s\n", line, is_number ? ra_last_error() : "a number from 1 to 512 is asked for");
        ra_clear_error();
        ra_release(value);
        tell(client, text);
        return;
    }
    source *result = watch(RESULT, fd);
    result->client = client;
    result->n = n;
    result->value = value;
    client->awaited++;
}

static void on_result(source *result)
{
    char text[512];
    double value;
    source *client = result->client;
    if (ra_item_f64(result->value, &value)) /* it is there: this does not wait */
        snprintf(text, sizeof text, "%lld error: %s\n", (long long)result->n, ra_last_error());
    else
        snprintf(text, sizeof text, "%lld %.15g\n", (long long)result->n, value);
    ra_clear_error();
    tell(client, text);
    ra_release(result->value);
    forget(result);
    if (--client->awaited == 0 && client->has_left)
        forget(client);
}

static void on_client(source *client)
{
    char bytes[4096];
    const ssize_t got = recv(client->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    for (ssize_t i = 0; i < got; i++)
        if (bytes[i] != '\n' && client->used + 1 < LINE)
            client->line[client->used++] = bytes[i];
        else {
            client->line[client->used] = 0;
            client->used = 0;
            on_request(client, client->line);
        }
    if (got > 0)
        return;
    client->has_left = true;
    epoll_ctl(poller, EPOLL_CTL_DEL, client->fd, NULL); /* or it would be told of until the last result is there */
    if (!client->awaited)
        forget(client);
}

static void on_port(const source *port)
{
    const int fd = accept4(port->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        watch(CLIENT, fd);
}

/* once: until the first client and all that came meanwhile have left. */
static void serve(int listening, bool once)
{
    struct epoll_event events[64];
    poller = epoll_create1(EPOLL_CLOEXEC);
    source *port = watch(PORT, listening);
    bool seen = false;
    while (!once || !seen || clients) {
        const int count = epoll_wait(poller, events, sizeof events / sizeof *events, -1);
        for (int i = 0; i < count; i++) {
            source *s = events[i].data.ptr;
            s->kind == PORT ? on_port(s) : s->kind == CLIENT ? on_client(s) : on_result(s);
        }
        seen |= clients > 0;
    }
    forget(port);
    close(poller);
}

/* ---- the two ends ---- */

static int listen_at(uint16_t *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, length) || listen(fd, 16) || getsockname(fd, (struct sockaddr *)&at, &length))
        fail("port");
    *port = ntohs(at.sin_port);
    return fd;
}

/* Asks for all at once, one of them no number, and compares what comes, in whatever order. */
static int play_client(uint16_t port)
{
    static const int asked[] = {512, 1, 2, 3, 100, 7, 300, 20};
    enum { ASKED = sizeof asked / sizeof *asked };
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
        fail("client");
    FILE *to = fdopen(dup(fd), "w"), *from = fdopen(fd, "r");
    for (int i = 0; i < ASKED; i++)
        fprintf(to, "%d\n", asked[i]);
    fprintf(to, "pi\n");
    fclose(to);
    char line[600];
    int right = 0, refused = 0;
    for (int i = 0; i < ASKED + 1 && fgets(line, sizeof line, from); i++) {
        int n;
        double value;
        fputs(line, stdout);
        if (sscanf(line, "%d %lf", &n, &value) == 2)
            right += fabs(value - (2 - 2 * cos(acos(-1.0) / (n + 1)))) < 1e-12;
        else
            refused += strncmp(line, "pi error", 8) == 0;
    }
    fclose(from);
    printf("%d of %d answers are right, %d of 1 wrong question was refused\n", right, ASKED, refused);
    return right == ASKED && refused == 1 ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint16_t port = argc > 1 ? (uint16_t)atoi(argv[1]) : 0;
    const int listening = listen_at(&port);
    if (argc > 1)
        serve(listening, false);
    const pid_t child = fork();
    if (child == 0) {
        const int result = play_client(port);
        fflush(stdout);
        _exit(result);
    }
    int status;
    serve(listening, true);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}
