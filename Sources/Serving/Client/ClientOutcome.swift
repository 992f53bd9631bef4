public import HTTP
public import OpenSSL

/// The outcome of a request.
public struct ClientOutcome: Sendable {
    /// The result of the TLS handshake, or `nil` if none was completed.
    public var secured: SecuredConnection?
    /// The response, or why there is none.
    public var result: Result<ClientAnswer, ClientFault>
    /// The total duration.
    public var milliseconds: Int

    /// Creates an outcome.
    public init(
        _ result: Result<ClientAnswer, ClientFault>, secured: SecuredConnection? = nil, milliseconds: Int = 0
    ) {
        self.result = result
        self.secured = secured
        self.milliseconds = milliseconds
    }

    /// The response, or `nil` if the request failed.
    public var answer: ClientAnswer? { try? result.get() }

    /// Why the request failed, or `nil` if there is a response.
    public var fault: ClientFault? {
        if case .failure(let fault) = result { fault } else { nil }
    }
}

/// The result of a TLS handshake with a server.
public struct SecuredConnection: Sendable, Equatable {
    /// The protocol version: `TLSv1.3`.
    public var version: String
    /// The server's certificate.
    public var certificate: PeerCertificate

    /// Creates the result of a handshake.
    public init(version: String, certificate: PeerCertificate) {
        self.version = version
        self.certificate = certificate
    }
}

/// A complete response.
public struct ClientAnswer: Sendable, Equatable {
    /// Status and fields.
    public var head: ResponseHead
    /// The body, with the transfer coding removed.
    public var body: [UInt8]

    /// Creates a response.
    public init(head: ResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}

/// Why a request has no response.
public enum ClientFault: Error, Equatable, Sendable {
    /// No connection, with the system's error message.
    case connection(String)
    /// The proxy can't be used, or refuses the request.
    case proxy(String)
    /// The TLS handshake failed, with the error message of OpenSSL.
    case handshake(String)
    /// The bytes received are not an acceptable response.
    case answer(ResponseFault)
    /// The deadline passed before this stage was complete.
    case timeout(Stage)

    /// A stage of a request.
    public enum Stage: String, Sendable {
        case connecting, handshake, answer
    }
}

extension ClientFault: CustomStringConvertible {
    /// The reason as a phrase: `Connection refused`.
    public var description: String {
        switch self {
        case .connection(let reason), .proxy(let reason): reason
        case .handshake(let reason): "TLS handshake: \(reason)"
        case .answer(let fault): fault.reason
        case .timeout(.connecting): "connection timed out"
        case .timeout(.handshake): "TLS handshake timed out"
        case .timeout(.answer): "response timed out"
        }
    }
}
