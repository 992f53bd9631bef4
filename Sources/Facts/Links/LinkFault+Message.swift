public import ByteText
import WebAddress

extension LinkFault {
    /// The error message: the parameter, the sentence for the code, the invalid character, and details. Allocates.
    public var message: String {
        var arena = ByteArena(capacity: 256)
        return arena.string(appendMessage(to: &arena))
    }

    /// Appends ``message``. Does not allocate if the arena has room.
    public func appendMessage(to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        if let parameter {
            arena.append(parameter.name)
            arena.append(": ")
        }
        arena.append(continueURL?.sentence ?? code.sentence)
        if let place {
            arena.append(" ")
            place.append(to: &arena)
        }
        if let cause {
            arena.append(" ")
            arena.append(cause.sentence)
        }
        return arena.piece(from: mark)
    }
}
