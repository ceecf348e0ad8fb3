/* A bare loop of timerfd and epoll, to measure how late this machine wakes a program that does nothing else.
 *
 * Usage: timerloop RATE SECONDS
 * Prints the share of wake-ups later than 1 ms in percent, and the median lateness in microseconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    if (count != 3) return 1;
    double rate = atof(arguments[1]), seconds = atof(arguments[2]);
    if (rate <= 0 || seconds <= 0) return 1;
    int64_t total = (int64_t)(rate * seconds), late = 0, done = 0;
    int64_t *lateness = malloc((size_t)total * sizeof *lateness);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN}, woken;
    epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
    int64_t start = now() + 10000000;
    while (done < total) {
        int64_t due = start + (int64_t)(done * 1e9 / rate), moment = now();
        if (moment < due) {
            struct itimerspec alarm = {.it_value = {due / 1000000000, due % 1000000000}};
            uint64_t expirations;
            timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, NULL);
            epoll_wait(set, &woken, 1, -1);
            if (read(timer, &expirations, sizeof expirations) < 0) continue;
            moment = now();
        }
        lateness[done] = moment - due;
        late += lateness[done] > 1000000;
        done++;
    }
    qsort(lateness, (size_t)total, sizeof *lateness, compare);
    printf("%.4f %.1f\n", 100.0 * (double)late / (double)total, (double)lateness[total / 2] / 1e3);
    return 0;
}
