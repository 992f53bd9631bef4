import ByteText
import HTTP
import Server

/// Envoy's `ext_authz` over gRPC (`envoy.service.auth.v3.Authorization`): the same checks as over HTTP, in messages.
extension EdgeHandler {
    /// Answers a check. What HTTP's form would answer to Envoy is the message's content: 200 lets the client's request continue, and
    /// any other response is for the client.
    func authorize(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .post else { return response.methodNotAllowed(allow: "POST") }
        // gRPC requires HTTP/2, for its trailers.
        guard request.version == .http2 else { return response.respond(.versionNotSupported) }
        guard request.onlyValue(of: "content-type")?.starts(with: "application/grpc") == true else {
            return response.respond(.unsupportedMediaType)
        }
        let isValid: Bool
        do throws(ProtobufReader.Fault) { isValid = try check.read(request.body) } catch {
            return refuseMessage(&response)
        }
        let exchange = check.original.exchange
        checkAnswer.removePending()
        checkAnswer.beginExchange(exchange)
        if isValid {
            answer(.envoy, check.original.request, context, &checkAnswer)
        } else {
            checkAnswer.respond(.badRequest)
        }
        // The source of links is asked: the whole check is repeated afterwards.
        if checkAnswer.endExchange() { return response.deferAnswer() }
        checkMessage.write(checkAnswer)
        send(&response)
    }

    private func send(_ response: inout ResponseWriter) {
        response.begin(.ok)
        response.field("Content-Type", "application/grpc")
        let count = checkMessage.bytes.count
        response.appendBody { body in
            body.append(0)
            for shift in [24, 16, 8, 0] { body.append(UInt8(truncatingIfNeeded: count >> shift)) }
            body.append(checkMessage.bytes.span)
        }
        response.trailers = "grpc-status: 0\r\n"
        response.finish()
    }

    /// INVALID_ARGUMENT, in a response without content (gRPC over HTTP/2, "Trailers-Only").
    private func refuseMessage(_ response: inout ResponseWriter) {
        response.begin(.ok)
        response.fieldLines(
            "Content-Type: application/grpc\r\ngrpc-status: 3\r\ngrpc-message: the body is not a CheckRequest of Envoy\r\n"
        )
        response.finish()
    }
}

/// A `CheckResponse`, written from a response in HTTP's form. Its buffers are reused.
struct AuthorizationMessage {
    private var message = ProtobufWriter()
    private var outcome = ProtobufWriter()
    private var option = ProtobufWriter()
    private var field = ProtobufWriter()

    /// google.rpc.Code.
    private static let permissionDenied: UInt64 = 7

    /// The message.
    var bytes: [UInt8] { message.bytes }

    /// Writes the message for a response.
    mutating func write(_ answer: borrowing ResponseWriter) {
        message.removeAll()
        outcome.removeAll()
        let status = answer.status?.code ?? 500
        field.removeAll()
        guard status != 200 else {
            // An empty status is OK.
            message.append(1, field)
            return message.append(3, outcome)
        }
        field.append(1, Self.permissionDenied)
        message.append(1, field)
        field.removeAll()
        field.append(1, UInt64(status))
        outcome.append(1, field)
        writeFields(answer.responseLines)
        if !answer.content.isEmpty { outcome.append(3, answer.content) }
        message.append(2, outcome)
    }

    /// Writes the lines of the response as fields. Envoy itself adds the date and the length.
    private mutating func writeFields(_ lines: Span<UInt8>) {
        var start = 0
        while let colon = lines.firstIndex(of: UInt8(ascii: ":"), from: start),
            let end = lines.firstIndex(of: 0x0D, from: colon)
        {
            let name = lines.extracting(start..<colon)
            if !name.equalsIgnoringCase("date") {
                field.removeAll()
                field.append(1, lowercasing: name)
                field.append(2, lines.extracting(min(colon + 2, end)..<end))
                option.removeAll()
                option.append(1, field)
                outcome.append(2, option)
            }
            start = end + 2
        }
    }
}
