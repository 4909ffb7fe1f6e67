"""The kernel's sockets as pyzmq sees them: python peers.py SHELL IOPUB HEARTBEAT. Prints what it saw, one line for each part.

The other side answers each request with its frames, and broadcasts "kernel.a", "kernel.b" and "other" when asked to
publish.
"""
import sys

import zmq
from zmq.utils.monitor import recv_monitor_message

shell_at, iopub_at, heartbeat_at = sys.argv[1:]
context = zmq.Context()


def socket(kind, **options):
    made = context.socket(kind)
    made.linger = 0
    made.rcvtimeo = 20_000
    for name, value in options.items():
        setattr(made, name, value)
    return made


def events(monitor, wanted):
    """The names of what happened to a socket, until what is wanted has happened."""
    seen = []
    while wanted not in seen:
        seen.append(recv_monitor_message(monitor)["event"].name)
    return seen


# A dealer with a name, one without, and two of one name: each gets its own answers.
names = ({"identity": b"ada"}, {}, {}, {"identity": b"eve"}, {"identity": b"eve"})
dealers = [socket(zmq.DEALER, **name) for name in names]
for number, dealer in enumerate(dealers):
    monitor = dealer.get_monitor_socket()
    dealer.connect(shell_at)
    assert "HANDSHAKE_SUCCEEDED" in events(monitor, "HANDSHAKE_SUCCEEDED")
    dealer.send_multipart([b"%d" % number, b"", bytes(1000)])
for number, dealer in enumerate(dealers):
    assert dealer.recv_multipart() == [b"%d" % number, b"", bytes(1000)]
print("dealers", len(dealers))

# A frame of every size at which lengths are written otherwise, and one that is large.
for size in (0, 1, 254, 255, 256, 257, 8191, 8192, 16383, 16384, 65535, 65536, 20_000_000):
    dealers[0].send_multipart([b"x" * size, b"after"])
    assert dealers[0].recv_multipart() == [b"x" * size, b"after"]
for count in range(2000):
    dealers[0].send_multipart([b"%d" % count])
assert [int(dealers[0].recv()) for _ in range(2000)] == list(range(2000))
print("sizes")

# Requests and dealers at the heartbeat, many before the first answer is read.
request = socket(zmq.REQ)
request.connect(heartbeat_at)
for count in range(100):
    request.send(b"ping %d" % count)
    assert request.recv() == b"ping %d" % count
dealer = socket(zmq.DEALER)
dealer.connect(heartbeat_at)
for count in range(100):
    dealer.send_multipart([b"", b"%d" % count])
assert [dealer.recv_multipart() for _ in range(100)] == [[b"", b"%d" % count] for count in range(100)]
print("heartbeat")

# Subscriptions: by the beginning of a topic, counted, cancelled.
subscriber = socket(zmq.SUB)
subscriber.connect(iopub_at)


def published():
    """The topics that arrive of one round, up to one that ends it: asked for again until our subscription to that has arrived."""
    topics = []
    while not topics or topics[-1] != b"end":
        if not subscriber.poll(20):
            dealers[0].send_multipart([b"publish"])
            dealers[0].recv_multipart()
        else:
            topics.append(subscriber.recv_multipart()[0])
    return topics[:-1]


subscriber.subscribe(b"end")
subscriber.subscribe(b"kernel.")
while published() != [b"kernel.a", b"kernel.b"]:
    pass
subscriber.subscribe(b"kernel.")
subscriber.subscribe(b"kernel.b")
subscriber.unsubscribe(b"kernel.")
while published() != [b"kernel.a", b"kernel.b"]:
    pass
subscriber.unsubscribe(b"kernel.")
while published() != [b"kernel.b"]:
    pass
subscriber.unsubscribe(b"kernel.b")
subscriber.subscribe(b"")
while published() != [b"kernel.a", b"kernel.b", b"other"]:
    pass
print("subscriptions")

# ZeroMQ's own heartbeat: who would get no answer to its pings would disconnect.
beating = socket(zmq.DEALER, heartbeat_ivl=50, heartbeat_timeout=500, heartbeat_ttl=1000)
monitor = beating.get_monitor_socket(zmq.EVENT_DISCONNECTED)
beating.connect(shell_at)
assert monitor.poll(1500) == 0
beating.send(b"still here")
assert beating.recv() == b"still here"
print("pings")

# A client that comes and goes at will.
for count in range(20):
    passing = socket(zmq.DEALER, identity=b"passing")
    passing.connect(shell_at)
    passing.send(b"%d" % count)
    assert passing.recv() == b"%d" % count
    passing.close()
print("reconnects")
context.destroy(0)
