#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

/* Parameters of a daemon; the callbacks are called with `context` on the daemon's threads. */
struct cmhd_configuration {
  int listen_socket;
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t connection_memory;
  MHD_AccessHandlerCallback handle;
  void *(*begin) (void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection_changed;
  void *context;
};

/* Variadic: MHD_start_daemon takes its options as a list that ends with MHD_OPTION_END. */
static inline struct MHD_Daemon *
cmhd_start (const struct cmhd_configuration *c)
{
  return MHD_start_daemon (
    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
    c->handle, c->context,
    MHD_OPTION_LISTEN_SOCKET, c->listen_socket,
    MHD_OPTION_THREAD_POOL_SIZE, c->threads,
    MHD_OPTION_CONNECTION_LIMIT, c->connections,
    MHD_OPTION_CONNECTION_TIMEOUT, c->idle_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, c->connection_memory,
    MHD_OPTION_URI_LOG_CALLBACK, c->begin, c->context,
    MHD_OPTION_NOTIFY_COMPLETED, c->completed, c->context,
    MHD_OPTION_NOTIFY_CONNECTION, c->connection_changed, c->context,
    MHD_OPTION_END);
}

/* Variadic: MHD_get_connection_info. The socket of a connection; -1 for none. */
static inline int
cmhd_socket (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return NULL == info ? -1 : info->connect_fd;
}

/* Variadic: MHD_get_connection_info. The value that `connection_changed` stored for the connection. */
static inline void *
cmhd_socket_context (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return NULL == info ? NULL : info->socket_context;
}

/* Bytes that the peer of a TCP connection sent, one more after its end; -1 when unknown.
   The structure of <linux/tcp.h> has another definition in <netinet/tcp.h>, of which two modules cannot have one each:
   tcpi_bytes_received is eight bytes at 128 (Linux 4.6). */
static inline int64_t
cmhd_received_bytes (int descriptor)
{
  unsigned char info[136];
  socklen_t size = sizeof info;
  uint64_t count;
  if (0 != getsockopt (descriptor, IPPROTO_TCP, 11 /* TCP_INFO */, info, &size) || size < sizeof info)
    return -1;
  memcpy (&count, info + 128, sizeof count);
  return (int64_t) count;
}

#endif
