import Telemetry
import Server
import Threads

extension SharedState {
    /// Sets the log level in all workers. Waits until they have applied it, a few seconds at most: don't call it on an event
    /// loop's thread.
    func setLogLevel(_ next: LogLevelInForce) {
        logLevel.withLock { $0 = next }
        server?.runInAll(seconds: 5) { [debugLog] worker in
            worker.faultLog = next.level == .debug ? ClientFaults(debugLog, until: next.until, of: worker) : nil
        }
    }
}
