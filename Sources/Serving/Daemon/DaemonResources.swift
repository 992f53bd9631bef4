public import LinkStore
public import Pages
public import Server

/// What a daemon is started with beside its settings: what was opened, read or inherited for it.
public struct DaemonResources: Sendable {
    /// Short links; nil where there is no store of them.
    public var store: LinkStore?
    /// Who may write.
    public var tokens = CurrentTokens()
    /// What addresses of pages are made with; several daemons behind one proxy need the same secret.
    public var pageTokens = PageTokens()
    /// What the front's TLS listeners show.
    var certificates = FrontCertificates()
    /// Listening sockets that the process was started with.
    public var inherited: [InheritedSocket] = []
    /// The service manager that started the process.
    public var serviceManager = ServiceManager()
    /// How the program is started again when it is to hand its sockets over; nil when it can't.
    public var successor: SuccessorCommand?
    /// The program's version, as the metrics show it.
    public var version = ""
    /// How long requests under way may take after SIGTERM.
    public var drainDeadline = Duration.seconds(30)
    /// Takes a line for the operator while the daemon serves; called on any thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// Nothing: no store, no tokens, no certificates.
    public init() {}
}
