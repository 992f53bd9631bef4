import ByteText

extension Credential {
    /// Whose credential it is. Whatever is kept for a client is kept by this and not by its name: a person may have the name of a token.
    public enum Holder: Sendable, Hashable {
        /// A token or key, by the SHA-256 of its secret in hexadecimal: a token of a node's own file differs from one of the same
        /// name at the source.
        case secret(digest: String)
        /// Somebody who has signed in at an identity provider.
        case person(Person)
        /// A process at the control socket, by the name that logs have.
        case process(String)

        /// The person at an identity provider; `nil` for any other holder.
        var person: Person? {
            if case .person(let person) = self { person } else { nil }
        }

        /// A text that no other holder has, as the input of a digest: each word is preceded by its length.
        var text: String {
            let words =
                switch self {
                case .secret(let digest): ["secret", digest]
                case .person(let person): ["person", person.issuer, person.subject]
                case .process(let name): ["process", name]
                }
            return words.map { "\($0.utf8.count) \($0)" }.joined()
        }
    }

    /// A person, by the identifier that no other person of the same provider ever has.
    public struct Person: Sendable, Hashable {
        /// The identifier at the provider (`sub`).
        public var subject: String
        /// The provider (`iss`).
        public var issuer: String

        /// Reads the members that ``write(to:)`` writes; `nil` for anything else.
        init?(_ json: JSONValue) {
            guard let subject = json["subject"]?.string, let issuer = json["issuer"]?.string else { return nil }
            self.init(subject: subject, issuer: issuer)
        }

        init(subject: String, issuer: String) { (self.subject, self.issuer) = (subject, issuer) }

        /// Writes it as members of an object.
        func write(to json: inout JSONWriter) {
            json.member("subject", subject)
            json.member("issuer", issuer)
        }
    }
}
