/// Whether this program does the server's half of Sonic for HTML pages whose server does not: tags by SHA-1,
/// split and comparison (docs/reference/protocol.md#local-server).
public enum LocalServer: String, Sendable, Equatable {
    /// Such pages go through the four outcomes, compared here.
    case on
    /// They are plain pages: shown from the store, and not compared.
    case off
}
