import Libevent

/// The sockets of one listener: their addresses, and which worker accepts from which socket.
struct Binding: Sendable {
    let listener: ListenerSettings
    /// The name under which its sockets are passed on.
    let name: String
    private(set) var addresses: [SocketAddress] = []
    /// The sockets of each worker.
    private(set) var sockets: [[ListeningSocket]]
    /// Whether a socket was inherited under the listener's name.
    private var hasOwnName = false

    private init(_ listener: ListenerSettings, name: String, workers: Int) {
        self.listener = listener
        self.name = name
        sockets = Array(repeating: [], count: workers)
    }

    /// Each socket once, including sockets that workers share.
    var distinctSockets: [ListeningSocket] {
        var seen: Set<ObjectIdentifier> = []
        return sockets.joined().filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Binds all listeners of the settings. An inherited socket is matched by address first, then by name.
    static func all(_ settings: ServerSettings, _ inherited: [InheritedSocket]) throws -> [Binding] {
        var left = inherited
        var bindings = settings.listeners.indices.map {
            Binding(settings.listeners[$0], name: settings.name(ofListener: $0), workers: settings.workers)
        }
        // Addresses are matched first: the listener's options may have changed since the socket was created.
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
        // Sockets inherited by name replace the addresses in the settings.
        for index in bindings.indices where !bindings[index].hasOwnName {
            for address in bindings[index].listener.addresses where !bindings[index].addresses.contains(address) {
                try bindings[index].bind(address)
            }
        }
        return bindings
    }

    /// Adopts the matching sockets.
    private mutating func adopt(from left: inout [InheritedSocket], where fits: (InheritedSocket) -> Bool) {
        let found = left.filter(fits)
        left.removeAll(where: fits)
        adopt(found.map(\.socket))
        if found.contains(where: { $0.name == name }) { hasOwnName = true }
    }

    /// Binds an address: one socket per worker for TCP, a single shared socket for Unix sockets.
    private mutating func bind(_ address: SocketAddress) throws(ListenFault) {
        do throws(EventError) {
            let first = try ListeningSocket(address)
            addresses.append(first.address)
            for index in sockets.indices {
                sockets[index].append(index == 0 ? first : try first.sibling() ?? first)
            }
        } catch { throw ListenFault(kind: listener.kind, address: address, cause: error) }
    }

    /// Distributes listening sockets among the workers. Each socket has an accept queue that some worker must drain,
    /// and every worker needs a socket; with fewer sockets than workers, workers share. An additional socket of our own
    /// would queue connections that are lost when this process exits.
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
