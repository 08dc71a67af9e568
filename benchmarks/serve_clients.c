/* Clients for benchmarks/serve.py: people who think for about a second and then choose at random.

   cc -O2 -o clients serve_clients.c
   clients PORT[,PORT] SECONDS WARM PACE < tables        a line for each table: its name and the secrets of its chairs

   They share the processors with the server that is measured, so they do as little as they can: they take frames apart,
   and of a message they read which question is open and how many options there are.  The time of a choice is that from
   sending it until all chairs of its table have the scene that follows.  What this program took itself is said, too. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CHAIRS = 4, ROOM = 70000, MOST_TIMES = 4000000 };

typedef struct Table Table;
typedef struct {
    Table *table;
    int fd, begun, number;
    long known;
    char secret[80];
    size_t held;
    unsigned char *data;
} Chair;

struct Table {
    char name[80];
    Chair chairs[CHAIRS];
    int seats, left, asked_chair, options;
    long sent_question, planned;
    double sent, due;
};

static Table *tables;
static int count, connected;
static double pace, *times;
static long choices;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void send_all(Chair *one, const void *data, size_t length) {
    if (write(one->fd, data, length) != (ssize_t)length) {
        perror("write");
        exit(1);
    }
}

/* A text, masked by zeros. */
static void say(Chair *one, int kind, const char *text, size_t length) {
    unsigned char frame[1024];
    size_t at = 2;
    frame[0] = 128 | kind;
    if (length < 126) {
        frame[1] = 128 | length;
    } else {
        frame[1] = 254, frame[2] = length >> 8, frame[3] = length & 255, at = 4;
    }
    memset(frame + at, 0, 4);
    memcpy(frame + at + 4, text, length);
    send_all(one, frame, at + 4 + length);
}

static void plan(Table *table, Chair *one, long question, int options) {
    table->planned = question;
    table->asked_chair = one->number;
    table->options = options;
    table->due = now() + pace * (0.6 + 0.8 * (rand() / (RAND_MAX + 1.0)));
}

static void choose(Table *table, double at) {
    char text[200];
    int length = snprintf(text, sizeof text, "{\"type\":\"choose\",\"question\":%ld,\"key\":\"%ld\",\"option\":%d}",
                          table->planned, table->planned, rand() % table->options);
    table->due = 0, table->sent = at, table->sent_question = table->planned, table->left = table->seats;
    say(&table->chairs[table->asked_chair], 1, text, length);
}

static void hear(Chair *one, const char *text, size_t length) {
    if (length < 16 || memcmp(text, "{\"type\":\"table\"", 15)) return;
    const char *found = memmem(text, length, "\"question\":", 11);
    if (!found) return;
    long question = atol(found + 11);
    Table *table = one->table;
    if (question != one->known) {
        if (one->known == table->sent_question && table->left > 0 && !--table->left && choices < MOST_TIMES)
            times[choices++] = now() - table->sent;
        if (one->known < 0) connected++;
        one->known = question;
    }
    const char *asked = memmem(found, length - (found - text), "\"question\":{", 12);
    if (!asked || question == table->planned) return;
    const char *options = memmem(asked, length - (asked - text), ",\"options\"", 10);
    if (!options) return;
    while (options[-1] >= '0' && options[-1] <= '9') options--;
    plan(table, one, question, atoi(options));
}

/* Take apart what has come. */
static void take(Chair *one) {
    size_t at = 0;
    if (!one->begun) {
        unsigned char *end = memmem(one->data, one->held, "\r\n\r\n", 4);
        if (!end) return;
        at = end + 4 - one->data;
        one->begun = 1;
        char text[300];
        say(one, 1, text, snprintf(text, sizeof text, "{\"type\":\"hello\",\"secret\":\"%s\"}", one->secret));
        say(one, 1, text, snprintf(text, sizeof text, "{\"type\":\"sit\",\"secret\":\"%s\",\"name\":\"P%d\"}", one->secret, one->number));
    }
    while (one->held - at >= 2) {
        const unsigned char *frame = one->data + at;
        size_t length = frame[1] & 127, head = 2;
        if (length == 126) {
            if (one->held - at < 4) break;
            length = frame[2] << 8 | frame[3], head = 4;
        } else if (length == 127) {
            fprintf(stderr, "a message of more than 64 kB\n");
            exit(1);
        }
        if (one->held - at < head + length) break;
        if ((frame[0] & 15) == 1) hear(one, (const char *)frame + head, length);
        if ((frame[0] & 15) == 9) say(one, 10, (const char *)frame + head, length);
        at += head + length;
    }
    memmove(one->data, one->data + at, one->held -= at);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double spent(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static void run(int loop, double until) {
    struct epoll_event events[256];
    while (now() < until) {
        int some = epoll_wait(loop, events, 256, 1);
        for (int i = 0; i < some; i++) {
            Chair *one = events[i].data.ptr;
            ssize_t got = read(one->fd, one->data + one->held, ROOM - one->held);
            if (got <= 0) {
                fprintf(stderr, "a connection was lost\n");
                exit(1);
            }
            one->held += got;
            take(one);
        }
        double at = now();
        for (int i = 0; i < count; i++)
            if (tables[i].due && tables[i].due <= at) choose(&tables[i], at);
    }
}

/* At how many tables somebody was asked. */
static int begun_now(void) {
    int found = 0;
    for (int i = 0; i < count; i++) found += tables[i].planned >= 0;
    return found;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int ports[8], servers = 0, most = 0, chairs = 0, loop = epoll_create1(0);
    for (char *part = strtok(argv[1], ","); part && servers < 8; part = strtok(NULL, ",")) ports[servers++] = atoi(part);
    double seconds = atof(argv[2]), warm = atof(argv[3]);
    pace = atof(argv[4]);
    times = malloc(MOST_TIMES * sizeof *times);
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        if (count == most) tables = realloc(tables, (most = most * 2 + 64) * sizeof *tables);
        Table *table = &tables[count++];
        memset(table, 0, sizeof *table);
        table->planned = table->sent_question = -2;
        char *part = strtok(line, " \n");
        snprintf(table->name, sizeof table->name, "%s", part);
        while ((part = strtok(NULL, " \n")) && table->seats < CHAIRS)
            snprintf(table->chairs[table->seats++].secret, 80, "%s", part);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < tables[i].seats; k++) {
            Chair *one = &tables[i].chairs[k];
            int port = ports[k % servers];
            one->table = &tables[i], one->number = k, one->known = -1, one->data = malloc(ROOM);
            one->fd = socket(AF_INET, SOCK_STREAM, 0);
            /* From several addresses, because one has some 28,000 ports. */
            struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001 + 1 + chairs++ / 20000)};
            struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(0x7f000001)};
            int yes = 1;
            setsockopt(one->fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &yes, sizeof yes);
            setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            if (bind(one->fd, (void *)&own, sizeof own) || connect(one->fd, (void *)&to, sizeof to)) {
                perror("connect");
                return 1;
            }
            char text[500];
            int length = snprintf(text, sizeof text,
                                  "GET /t/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                                  tables[i].name, port);
            send_all(one, text, length);
            struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
            epoll_ctl(loop, EPOLL_CTL_ADD, one->fd, &event);
            if (k == tables[i].seats - 1) run(loop, now() + 0.002);
        }
    int begun = 0;
    for (double limit = now() + 300; (connected < chairs || begun < count) && now() < limit; begun = begun_now()) run(loop, now() + 0.1);
    run(loop, now() + warm);
    fprintf(stderr, "%d of %d connected, at %d of %d tables somebody is asked\n", connected, chairs, begun, count);
    if (begun < count) return 1;
    printf("begin\n");
    fflush(stdout);
    double before = spent(), began = now();
    choices = 0;
    run(loop, began + seconds);
    double used = spent() - before, passed = now() - began;
    qsort(times, choices, sizeof *times, by_size);
    printf("{\"choices\": %ld, \"seconds\": %.3f, \"p50\": %.6f, \"p99\": %.6f, \"most\": %.6f, \"own\": %.6f}\n", choices, passed,
           choices ? times[choices / 2] : 0, choices ? times[choices * 99 / 100] : 0, choices ? times[choices - 1] : 0, used);
    fflush(stdout);
    return 0;
}
