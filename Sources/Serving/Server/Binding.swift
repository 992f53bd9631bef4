import Libevent

/// The sockets of one listener: where they listen, and which worker accepts from which.
struct Binding: Sendable {
    let listener: ListenerSettings
    /// What its sockets are called when they are passed on.
    let name: String
    private(set) var addresses: [SocketAddress] = []
    /// For each worker, its sockets.
    private(set) var sockets: [[ListeningSocket]]
    /// Whether a socket was passed on under the listener's name.
    private var hasOwnName = false

    private init(_ listener: ListenerSettings, name: String, workers: Int) {
        self.listener = listener
        self.name = name
        sockets = Array(repeating: [], count: workers)
    }

    /// Each socket once, also where workers share it.
    var distinctSockets: [ListeningSocket] {
        var seen: Set<ObjectIdentifier> = []
        return sockets.joined().filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Binds all listeners of the settings. A socket that was passed on is used where its address fits, else by its name.
    static func all(_ settings: ServerSettings, _ inherited: [InheritedSocket]) throws -> [Binding] {
        var left = inherited
        var bindings = settings.listeners.indices.map {
            Binding(settings.listeners[$0], name: settings.name(ofListener: $0), workers: settings.workers)
        }
        // An address says more than a name: a listener may have got other options since the socket was made.
        for index in bindings.indices {
            bindings[index].adopt(from: &left) { [listener = bindings[index].listener] in
                listener.addresses.contains($0.socket.address)
            }
        }
        for index in bindings.indices {
            bindings[index].adopt(from: &left) { [name = bindings[index].name] in $0.name == name }
        }
        if let stray = left.first {
            throw InheritanceFault(
                "the descriptor `\(stray.name)` listens on \(stray.socket.address), which is not an address in the settings; "
                    + "name it front, front-proxy, edge or admin (FileDescriptorName=)")
        }
        // Sockets of the right name replace the settings.
        for index in bindings.indices where !bindings[index].hasOwnName {
            for address in bindings[index].listener.addresses where !bindings[index].addresses.contains(address) {
                try bindings[index].bind(address)
            }
        }
        return bindings
    }

    /// Adopts the sockets that fit.
    private mutating func adopt(from left: inout [InheritedSocket], where fits: (InheritedSocket) -> Bool) {
        let found = left.filter(fits)
        left.removeAll(where: fits)
        adopt(found.map(\.socket))
        if found.contains(where: { $0.name == name }) { hasOwnName = true }
    }

    /// Opens an address: over TCP with a socket of each worker's own, over a Unix socket with one for all.
    private mutating func bind(_ address: SocketAddress) throws(ListenFault) {
        do throws(EventError) {
            let first = try ListeningSocket(address)
            addresses.append(first.address)
            for index in sockets.indices {
                sockets[index].append(index == 0 ? first : try first.sibling() ?? first)
            }
        } catch { throw ListenFault(kind: listener.kind, address: address, cause: error) }
    }

    /// Deals sockets that listen already out to the workers. Each has a queue that a worker has to empty, and every worker
    /// needs one: where there are fewer, workers share. A further socket of our own would accept connections into its
    /// queue, where they are lost with this process.
    private mutating func adopt(_ adopted: [ListeningSocket]) {
        var groups: [(address: SocketAddress, sockets: [ListeningSocket])] = []
        for socket in adopted {
            if let index = groups.firstIndex(where: { $0.address == socket.address }) {
                groups[index].sockets.append(socket)
            } else {
                groups.append((socket.address, [socket]))
            }
        }
        for (address, group) in groups {
            addresses.append(address)
            for turn in 0..<max(group.count, sockets.count) {
                sockets[turn % sockets.count].append(group[turn % group.count])
            }
        }
    }
}
