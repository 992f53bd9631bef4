import CLibevent
import Glibc
import Threads

/// The only way into a loop from another thread: a message queue and an eventfd that wakes the loop.
///
/// Posting takes a lock for the duration of an append, and writes to the eventfd only if the queue was empty. Messages
/// of one sender arrive in the order in which they were posted.
public final class Mailbox<Message: Sendable>: Sendable {
    private struct Queue: Sendable {
        var messages: [Message] = []
        var isClosed = false
    }

    private let queue = Locked(Queue())
    private let descriptor: Int32

    /// Creates an empty mailbox with its eventfd.
    public init() throws(EventError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventError.last("eventfd") }
    }

    deinit { close(descriptor) }

    /// Queues a message and wakes the loop. May be called from any thread; never waits for the loop.
    ///
    /// - Returns: Whether the message was queued; `false` if the mailbox is closed.
    @discardableResult
    public func post(_ message: Message) -> Bool {
        let (isQueued, wasEmpty) = queue.withLock { queue in
            guard !queue.isClosed else { return (false, false) }
            queue.messages.append(message)
            return (true, queue.messages.count == 1)
        }
        if wasEmpty { wake() }
        return isQueued
    }

    /// Starts passing messages to a handler on the thread of `base`.
    ///
    /// All queued messages are handled at once. Messages that they post are handled in the next round of the loop.
    public func receive(on base: EventBase, handler: @escaping (Message) -> Void) throws(EventError) -> IOEvent {
        var event = try IOEvent(base: base, descriptor: descriptor, interest: .readable) {
            for message in self.drain() { handler(message) }
        }
        try event.enable()
        return event
    }

    /// Closes the mailbox if its queue is empty. Otherwise does nothing and returns `false`.
    public func closeIfEmpty() -> Bool {
        queue.withLock { queue in
            guard queue.messages.isEmpty else { return false }
            queue.isClosed = true
            return true
        }
    }

    /// Empties the queue. The eventfd is reset first: a message posted in between wakes the loop again.
    private func drain() -> [Message] {
        var count: UInt64 = 0
        // Safe: eight bytes into a local of eight bytes. EAGAIN means that the previous round took all messages.
        _ = unsafe read(descriptor, &count, 8)
        return queue.withLock { queue in
            let messages = queue.messages
            queue.messages = []
            return messages
        }
    }

    private func wake() {
        var one: UInt64 = 1
        // Safe: eight bytes from a local of eight bytes. EAGAIN is possible only near 2^64 wake-ups, when the loop is
        // awake anyway.
        _ = unsafe write(descriptor, &one, 8)
    }
}
