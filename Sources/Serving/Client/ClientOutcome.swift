public import HTTP
public import OpenSSL

/// What came of a request.
public struct ClientOutcome: Sendable {
    /// What the server has shown in the handshake; nil without TLS, and where there was none.
    public var secured: SecuredConnection?
    /// The answer, or why there is none.
    public var result: Result<ClientAnswer, ClientFault>
    /// How long all of it took.
    public var milliseconds: Int

    /// An outcome that was observed.
    public init(
        _ result: Result<ClientAnswer, ClientFault>, secured: SecuredConnection? = nil, milliseconds: Int = 0
    ) {
        self.result = result
        self.secured = secured
        self.milliseconds = milliseconds
    }

    /// The answer; nil where there is none.
    public var answer: ClientAnswer? { try? result.get() }

    /// Why there is no answer; nil where there is one.
    public var fault: ClientFault? {
        if case .failure(let fault) = result { fault } else { nil }
    }
}

/// What a server has shown in a TLS handshake.
public struct SecuredConnection: Sendable, Equatable {
    /// `TLSv1.3`.
    public var version: String
    /// Its certificate.
    public var certificate: PeerCertificate

    /// A connection that was observed.
    public init(version: String, certificate: PeerCertificate) {
        self.version = version
        self.certificate = certificate
    }
}

/// A whole answer.
public struct ClientAnswer: Sendable, Equatable {
    /// Status and fields.
    public var head: ResponseHead
    /// The body without its transfer coding.
    public var body: [UInt8]

    /// An answer of a head and a body.
    public init(head: ResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}

/// Why a request has no answer.
public enum ClientFault: Error, Equatable, Sendable {
    /// No connection: the system's word for it.
    case connection(String)
    /// The TLS handshake failed: OpenSSL's word for it.
    case handshake(String)
    /// What came is not an answer that is accepted.
    case answer(ResponseFault)
    /// The deadline passed while something was still to come.
    case timeout(Stage)

    /// How far a request got.
    public enum Stage: String, Sendable {
        case connecting, handshake, answer
    }
}

extension ClientFault: CustomStringConvertible {
    /// As a phrase: `Connection refused`.
    public var description: String {
        switch self {
        case .connection(let reason): reason
        case .handshake(let reason): "TLS handshake: \(reason)"
        case .answer(let fault): fault.reason
        case .timeout(.connecting): "no connection in time"
        case .timeout(.handshake): "the TLS handshake did not end in time"
        case .timeout(.answer): "no answer in time"
        }
    }
}
