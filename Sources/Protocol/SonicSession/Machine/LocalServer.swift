/// Whether this program performs the server's part of Sonic for HTML pages whose server does not: tags by SHA-1,
/// splitting and comparison (docs/reference/protocol.md#local-server).
public enum LocalServer: String, Sendable, Equatable {
    /// Such pages go through the four outcomes, compared here.
    case on
    /// Such pages are plain: shown from the store, and not compared.
    case off
}
