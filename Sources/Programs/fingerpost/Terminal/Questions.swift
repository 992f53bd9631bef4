import Glibc

/// Questions to a person at a terminal: asked on standard error, answered on standard input.
enum Questions {
    /// Whether there is a person to ask.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks, and returns the line that was typed, without the blanks around it.
    ///
    /// - Throws: ``Failure`` at Ctrl-D; at Ctrl-C the program ends as the signal asks.
    static func ask(_ prompt: String) throws -> String {
        show(prompt)
        return try line()
    }

    /// Asks for a secret, which the terminal does not show.
    static func askSecret(_ prompt: String) throws -> String {
        var shown = termios()
        // Safe: the calls fill a local in, and read one.
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { throw Failure("can't ask for a password here") }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        show(prompt)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Output.error("")
            Interruption.endIfInterrupted()
        }
        return try line(endsAtOnce: false)
    }

    private static func show(_ prompt: String) {
        Output.write(Array(Output.escaped(prompt).utf8), to: STDERR_FILENO)
    }

    /// A line as the terminal hands it over. Bytes that are not UTF-8 are repaired: a check refuses them with the rest.
    private static func line(endsAtOnce: Bool = true) throws -> String {
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            // Safe: the pointer is written within the call only, for one byte.
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR {
                if Interruption.hasCome, endsAtOnce {
                    Output.error("")
                    Interruption.endIfInterrupted()
                }
                if Interruption.hasCome { throw Failure("interrupted; nothing was written") }
                continue
            }
            guard count == 1 else {
                if endsAtOnce { Output.error("") }
                throw Failure("no answer; nothing was written")
            }
            if byte == 0x0A { break }
            if typed.count < 4096 { typed.append(byte) }
        }
        return String(decoding: typed, as: UTF8.self)
    }
}
