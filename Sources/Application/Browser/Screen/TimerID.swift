/// What a timer is for; there is one for each.
public enum TimerID: Hashable, Sendable, CaseIterable {
    /// The link that was chosen last has stayed chosen long enough to be loaded ahead.
    case loadAhead
    /// The watch of the page in front goes on.
    case watch
    /// The time to the next poll of a watch is another second, or minute, shorter.
    case countdown
    /// What is intercepted has grown older by a second.
    case interception
    /// The session in front has been at work for another second, or for long enough to be told of.
    case progress
    /// The message in the bottom line has been there for long enough.
    case notice
}
