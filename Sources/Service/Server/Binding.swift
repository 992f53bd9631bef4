import Libevent

/// The sockets of one kind of listener: where they listen, and which worker accepts from which.
struct Binding {
    let kind: ListenerKind
    private(set) var addresses: [SocketAddress] = []
    /// For each worker, its sockets.
    private(set) var sockets: [[ListeningSocket]]

    private init(_ kind: ListenerKind, workers: Int) {
        self.kind = kind
        sockets = Array(repeating: [], count: workers)
    }

    /// Each socket once, also where workers share it.
    var distinctSockets: [ListeningSocket] {
        var seen: Set<ObjectIdentifier> = []
        return sockets.joined().filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Binds all listeners of the settings. A socket that was passed on is used where its name or its address fits.
    static func all(_ settings: ServerSettings, _ inherited: [InheritedSocket]) throws -> [Binding] {
        var left = inherited
        var bindings: [Binding] = []
        for listener in settings.listeners {
            var binding = Binding(listener.kind, workers: settings.workers)
            let own = left.filter { $0.name == listener.kind.text }
            left.removeAll { $0.name == listener.kind.text }
            binding.adopt(own.map(\.socket))
            // Sockets of the right name stand in for the settings.
            for address in own.isEmpty ? listener.addresses : [] {
                let found = left.filter { $0.socket.address == address }
                left.removeAll { $0.socket.address == address }
                if found.isEmpty { try binding.bind(address) } else { binding.adopt(found.map(\.socket)) }
            }
            bindings.append(binding)
        }
        guard let stray = left.first else { return bindings }
        throw InheritanceFault(
            "the descriptor `\(stray.name)` listens on \(stray.socket.address), which is no address of the settings; "
                + "name it front, edge or admin (FileDescriptorName=)")
    }

    /// Opens an address: over TCP with a socket of each worker's own, over a Unix socket with one for all.
    private mutating func bind(_ address: SocketAddress) throws(EventError) {
        let first = try ListeningSocket(address)
        addresses.append(first.address)
        for index in sockets.indices {
            sockets[index].append(index == 0 ? first : try first.sibling() ?? first)
        }
    }

    /// Deals sockets that listen already out to the workers. Every one has a queue that somebody has to empty, and every worker
    /// needs one: where there are fewer, workers share. A further socket of the own would take connections to its queue, where
    /// they are lost with this process.
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
