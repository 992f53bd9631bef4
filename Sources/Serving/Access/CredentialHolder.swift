package import ByteText

extension Credential {
    /// The holder of a credential. It, and not the name, is the key of per-client state: a person may have a token's name.
    public enum Holder: Sendable, Hashable {
        /// A token or key, by the SHA-256 of its secret in hexadecimal: a token in a node's own file differs from one with
        /// the same name at the source.
        case secret(digest: String)
        /// A user who has signed in at an identity provider.
        case person(Person)
        /// A process at the control socket, by the name used in logs.
        case process(String)

        /// The person at an identity provider; `nil` for any other holder.
        package var person: Person? {
            if case .person(let person) = self { person } else { nil }
        }

        /// A text that is unique to the holder, as input of a digest: each word is preceded by its length.
        package var text: String {
            let words =
                switch self {
                case .secret(let digest): ["secret", digest]
                case .person(let person): ["person", person.issuer, person.subject]
                case .process(let name): ["process", name]
                }
            return words.map { "\($0.utf8.count) \($0)" }.joined()
        }
    }

    /// A person, by an identifier that the provider never assigns to another person.
    public struct Person: Sendable, Hashable {
        /// The identifier at the provider (`sub`).
        public var subject: String
        /// The provider (`iss`).
        public var issuer: String

        /// Reads the members that ``write(to:)`` writes; `nil` for anything else.
        package init?(_ json: JSONValue) {
            guard let subject = json["subject"]?.string, let issuer = json["issuer"]?.string else { return nil }
            self.init(subject: subject, issuer: issuer)
        }

        package init(subject: String, issuer: String) { (self.subject, self.issuer) = (subject, issuer) }

        /// Writes the identifiers as members of an object.
        package func write(to json: inout JSONWriter) {
            json.member("subject", subject)
            json.member("issuer", issuer)
        }
    }
}
