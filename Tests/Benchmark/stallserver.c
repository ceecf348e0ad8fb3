/* A server of HTTP/2 in cleartext, with prior knowledge, that pauses at the end of each period.
 *
 * Usage: stallserver STREAMS SERVICE PERIOD STOP
 * STREAMS is the limit of open streams on a connection. The server processes requests one after another, each for
 * SERVICE, and responds with 201; for the last STOP of each PERIOD it does nothing. All three are in seconds.
 * Prints its port and, when its standard input ends, the number of responses and the highest number of open
 * streams on one connection. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TEXT(name, value) {(uint8_t *)name, (uint8_t *)value, sizeof name - 1, sizeof value - 1, 0}
#define CHUNK 65536

static const char body[] = "{\"objectId\":\"GVd8rLK2mVTqEQ4S\",\"createDate\":\"2026-01-01T00:00:00.000Z\"}";
static int64_t service, answered, most;

struct connection {
    int socket;
    int64_t streams;
    nghttp2_session *session;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static ssize_t read_body(nghttp2_session *session, int32_t stream, uint8_t *bytes, size_t size, uint32_t *flags,
                         nghttp2_data_source *source, void *owner) {
    (void)session, (void)stream, (void)size, (void)source, (void)owner;
    memcpy(bytes, body, sizeof body - 1);
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    return sizeof body - 1;
}

static int on_begin(nghttp2_session *session, const nghttp2_frame *frame, void *owner) {
    struct connection *connection = owner;
    (void)session;
    if (frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    if (++connection->streams > most) most = connection->streams;
    return 0;
}

static int on_close(nghttp2_session *session, int32_t stream, uint32_t code, void *owner) {
    (void)session, (void)stream, (void)code;
    ((struct connection *)owner)->streams--;
    return 0;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *owner) {
    (void)owner;
    if (!(frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) return 0;
    if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
    nghttp2_nv fields[] = {TEXT(":status", "201"), TEXT("content-type", "application/json")};
    nghttp2_data_provider provider = {.read_callback = read_body};
    answered++;
    for (int64_t end = now() + service; now() < end;) {}
    return nghttp2_submit_response(session, frame->hd.stream_id, fields, 2, &provider);
}

static void open_connection(int set, int listener, nghttp2_session_callbacks *callbacks, uint32_t streams) {
    struct connection *connection = calloc(1, sizeof *connection);
    int yes = 1;
    connection->socket = accept(listener, NULL, NULL);
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    nghttp2_session_server_new(&connection->session, callbacks, connection);
    nghttp2_settings_entry limit = {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, streams};
    nghttp2_submit_settings(connection->session, 0, &limit, 1);
    nghttp2_session_send(connection->session);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(set, EPOLL_CTL_ADD, connection->socket, &event);
}

static ssize_t on_send(nghttp2_session *session, const uint8_t *bytes, size_t size, int flags, void *owner) {
    (void)session, (void)flags;
    /* The data is small enough for the socket buffer. */
    ssize_t count = send(((struct connection *)owner)->socket, bytes, size, MSG_NOSIGNAL);
    return count < 0 ? NGHTTP2_ERR_CALLBACK_FAILURE : count;
}

/* Nonzero at the end of the connection. */
static int serve(struct connection *connection) {
    static uint8_t bytes[CHUNK];
    ssize_t count = recv(connection->socket, bytes, sizeof bytes, 0);
    return count <= 0 || nghttp2_session_mem_recv(connection->session, bytes, (size_t)count) < 0 ||
           nghttp2_session_send(connection->session) != 0;
}

int main(int count, char **arguments) {
    if (count != 5) return 1;
    uint32_t streams = (uint32_t)atoi(arguments[1]);
    int64_t period = (int64_t)(atof(arguments[3]) * 1e9), stop = (int64_t)(atof(arguments[4]) * 1e9);
    service = (int64_t)(atof(arguments[2]) * 1e9);
    if (streams == 0 || stop < 0 || period <= stop) return 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), set = epoll_create1(0);
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 128) != 0) return 1;
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    nghttp2_session_callbacks *callbacks;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_send_callback(callbacks, on_send);
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[64];
    epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
    event.data.ptr = &address;
    epoll_ctl(set, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    for (int64_t start = now();;) {
        int ready = epoll_wait(set, events, 64, -1);
        int64_t into = (now() - start) % period;
        if (stop > 0 && into >= period - stop) {
            struct timespec rest = {.tv_sec = (period - into) / 1000000000, .tv_nsec = (period - into) % 1000000000};
            nanosleep(&rest, NULL);
        }
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if ((void *)connection == &address) {
                printf("%lld %lld\n", (long long)answered, (long long)most);
                return 0;
            } else if (!connection) {
                open_connection(set, listener, callbacks, streams);
            } else if (serve(connection)) {
                close(connection->socket);
                nghttp2_session_del(connection->session);
                free(connection);
            }
        }
    }
}
