/// Words in the bottom line until the next key, or for a while.
enum Notice: Equatable, Sendable {
    /// A key did nothing; why.
    case refusal(String)
    /// Something is done or different now.
    case news(String)
    /// Something went wrong, and what to do.
    case failure(String)
    /// How far the search is, as it goes on.
    case tally
}
