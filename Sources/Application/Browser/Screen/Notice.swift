/// A message in the bottom line until the next key, or for a limited time.
enum Notice: Equatable, Sendable {
    /// A key had no effect; the text states why.
    case refusal(String)
    /// An action is done, or something has changed.
    case news(String)
    /// Something went wrong; the text states what to do.
    case failure(String)
    /// The progress of the search, updated while it runs.
    case tally
}
