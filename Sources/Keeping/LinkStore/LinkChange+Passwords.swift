import OpenSSL

/// Passwords in changes: clients send them as text, and the store accepts hashes only, which take a moment to make.
extension LinkChange {
    /// Whether it contains a password as text.
    public var hasPlainPassword: Bool {
        switch self {
        case .create(let creation): creation.record.hasPlainPassword
        case .update(_, let patch, _, _): patch.hasPlainPassword
        case .load(let records): records.contains(where: \.hasPlainPassword)
        case .all(let changes), .each(let changes): changes.contains(where: \.hasPlainPassword)
        case .delete, .count, .claim, .target, .journal, .secret, .replicate: false
        }
    }

    /// The change with the hash of each password in its place. Takes tens of milliseconds for each: not for an event
    /// loop.
    public func hashingPasswords() -> LinkChange { hashingPasswords { PasswordHash(of: $0).text } }

    /// The change with each password replaced by a hash that no password has: for changes that are only checked.
    public func concealingPasswords() -> LinkChange { hashingPasswords { _ in Self.concealed } }

    private static let concealed =
        "$scrypt$ln=14,r=8,p=1$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"

    private func hashingPasswords(_ hash: (String) -> String) -> LinkChange {
        switch self {
        case .create(var creation):
            creation.record.hashPassword(hash)
            return .create(creation)
        case .update(let key, var patch, let condition, let now):
            patch.hashPassword(hash)
            return .update(key, patch, if: condition, at: now)
        case .load(var records):
            for index in records.indices { records[index].hashPassword(hash) }
            return .load(records)
        case .all(let changes): return .all(changes.map { $0.hashingPasswords(hash) })
        case .each(let changes): return .each(changes.map { $0.hashingPasswords(hash) })
        case .delete, .count, .claim, .target, .journal, .secret, .replicate: return self
        }
    }
}

extension LinkRecord {
    /// Whether its password is not hashed yet.
    public var hasPlainPassword: Bool { password.map { PasswordHash($0) == nil } ?? false }

    /// Hashes the password unless it is hashed. Takes tens of milliseconds: not for an event loop.
    public mutating func hashPassword() { hashPassword { PasswordHash(of: $0).text } }

    fileprivate mutating func hashPassword(_ hash: (String) -> String) {
        if hasPlainPassword { password = password.map(hash) }
    }
}

extension LinkPatch {
    fileprivate var hasPlainPassword: Bool { self[.password]?.text.map { PasswordHash($0) == nil } ?? false }

    /// Hashes the password unless it is hashed. Takes tens of milliseconds: not for an event loop.
    public mutating func hashPassword() { hashPassword { PasswordHash(of: $0).text } }

    fileprivate mutating func hashPassword(_ hash: (String) -> String) {
        if hasPlainPassword, let password = self[.password]?.text { self[.password] = .text(hash(password)) }
    }
}
