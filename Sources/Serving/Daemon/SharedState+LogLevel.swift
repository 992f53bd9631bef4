import Server
import Threads

extension SharedState {
    /// Sets the level in every worker. Waits until they have heard of it, some seconds at most: not for the thread of a loop.
    func setLogLevel(_ next: LogLevelInForce) {
        logLevel.withLock { $0 = next }
        server?.runInAll(seconds: 5) { [debugLog] worker in
            worker.faultLog = next.level == .debug ? ClientFaults(debugLog, until: next.until, of: worker) : nil
        }
    }
}
