/// An environment variable that does not correspond to a setting.
public struct EnvironmentVariable: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The effect, as a sentence.
    public let summary: String

    /// All such variables that the program reads.
    public static let all = [
        EnvironmentVariable(
            name: "STATE_DIRECTORY",
            summary: "The directory of the link store unless a setting names one; set by systemd."),
        EnvironmentVariable(name: "NO_COLOR", summary: "Not empty: no colors (https://no-color.org)."),
        EnvironmentVariable(
            name: "CLICOLOR_FORCE", summary: "Neither empty nor 0: colors in files and pipes as well; NO_COLOR wins."),
        EnvironmentVariable(name: "TERM", summary: "dumb: no colors."),
        EnvironmentVariable(name: "COLUMNS", summary: "The width of tables and reports, instead of the terminal's."),
        EnvironmentVariable(
            name: "LISTEN_FDS", summary: "How many sockets systemd passes to serve; they replace those of the settings."
        ),
        EnvironmentVariable(name: "LISTEN_FDNAMES", summary: "The names of those sockets: front, edge, admin, api."),
        EnvironmentVariable(name: "LISTEN_PID", summary: "The process that the sockets are for."),
        EnvironmentVariable(
            name: "LISTEN_PPID", summary: "The predecessor of a successor (SIGUSR2); set by serve itself."
        ),
        EnvironmentVariable(
            name: "LISTEN_PAGE_KEYS", summary: "Where a successor reads page keys; set by serve itself."),
        EnvironmentVariable(
            name: "LISTEN_TICKET_KEYS", summary: "Where a successor reads keys of TLS tickets; set by serve itself."),
        EnvironmentVariable(name: "NOTIFY_SOCKET", summary: "Where serve reports to systemd that it is ready."),
        EnvironmentVariable(name: "WATCHDOG_USEC", summary: "The watchdog interval that systemd expects of serve."),
        EnvironmentVariable(name: "WATCHDOG_PID", summary: "The process that the watchdog is for."),
    ]
}
