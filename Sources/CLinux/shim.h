#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

/* Glibc's Swift module omits <sys/epoll.h>, <sys/eventfd.h>, <sys/timerfd.h> and GNU's extensions of POSIX. */

static inline int clinux_pipe(int *ends, int flags) {
    return pipe2(ends, flags);
}

static inline int clinux_accept(int listener, int flags) {
    return accept4(listener, NULL, NULL, flags);
}

/* The data of an event is a union, and the structure is packed: one function to set and one to get. */
static inline int clinux_epoll_control(int set, int operation, int descriptor, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data = {.u64 = data}};
    return epoll_ctl(set, operation, descriptor, &event);
}

static inline uint64_t clinux_event_data(const struct epoll_event *events, int index) {
    return events[index].data.u64;
}

/* Whether the peer has closed its side. */
static inline int clinux_event_is_end(const struct epoll_event *events, int index) {
    return (events[index].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
}

/* Enumerators and macros with casts. */
static const uint32_t clinux_readable = EPOLLIN | EPOLLRDHUP;
static const uint32_t clinux_writable = EPOLLOUT;
static const uint32_t clinux_edge = EPOLLET;

static inline int clinux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static inline int clinux_timer_create(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/* Fires once at a moment of CLOCK_MONOTONIC; zero disarms. */
static inline int clinux_timer_arm(int timer, int64_t nanoseconds) {
    struct itimerspec moment = {.it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &moment, 0);
}

static inline int clinux_event_create(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

static inline int clinux_event_fire(int event) {
    return eventfd_write(event, 1);
}

/* The current time of one clock, in nanoseconds; Swift's clocks read another one. */
static inline int64_t clinux_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Nanoseconds since 1970; clamped to 2262-01-01, 100 days before the limit of 64 bits, so
   that durations can be added. */
static inline int64_t clinux_realtime(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec >= 9214646400) return 9214646400 * INT64_C(1000000000);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Error bound of that clock, in nanoseconds; negative when it is not synchronized. */
static inline int64_t clinux_clock_error(void) {
    struct timex state = {.modes = 0};
    int answer = adjtimex(&state);
    return answer < 0 || answer == TIME_ERROR ? -1 : (int64_t)state.maxerror * 1000;
}

/* Makes the kernel record when bytes arrive; returns zero on success. */
static inline int clinux_stamp_receipts(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

/* Like send and recv without flags on a non-blocking socket. The library's functions are cancellation points,
   which costs two atomic operations for each call. */
static inline ssize_t clinux_send(int socket, const void *bytes, size_t size) {
    return syscall(SYS_sendto, socket, bytes, size, MSG_NOSIGNAL, NULL, 0);
}

static inline ssize_t clinux_receive(int socket, void *bytes, size_t size) {
    return syscall(SYS_recvfrom, socket, bytes, size, 0, NULL, NULL);
}

/* Like recv; sets `stamp` to when the last of the bytes arrived, in nanoseconds since 1970, or to zero
   without a timestamp. Reading control messages requires macros. */
static inline ssize_t clinux_receive_stamped(int socket, void *bytes, size_t size, int64_t *stamp) {
    union {
        struct cmsghdr alignment;
        char bytes[CMSG_SPACE(sizeof(struct timespec))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count = syscall(SYS_recvmsg, socket, &message, 0);
    *stamp = 0;
    if (count <= 0) return count;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item; item = CMSG_NXTHDR(&message, item)) {
        if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec moment;
        memcpy(&moment, CMSG_DATA(item), sizeof moment);
        *stamp = (int64_t)moment.tv_sec * 1000000000 + moment.tv_nsec;
    }
    return count;
}

/* From <spawn.h>, which declares it only with GNU's extensions; including that here could move its types from
   Glibc's module to this one. */
int clinux_spawn_in(void *actions, const char *folder) __asm__("posix_spawn_file_actions_addchdir_np");

/* Returns at once for zero or a negative time. */
static inline void clinux_sleep(int64_t nanoseconds) {
    if (nanoseconds <= 0) return;
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

/* Sleeps until a moment of CLOCK_MONOTONIC. */
static inline void clinux_sleep_until(int64_t nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

/* Makes timers of this thread exact, instead of up to 50 microseconds late. */
static inline void clinux_wake_precisely(void) {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

static inline int64_t clinux_process_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
