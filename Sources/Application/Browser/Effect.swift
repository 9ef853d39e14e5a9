import BrowserValues
import CellGrid
import Configuration
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// A side effect that the browser requests. Effects are performed in order.
public enum Effect: Sendable, Equatable {
    /// Find the answer to a question.
    case ask(Query)
    /// Report `Event.timerFired` at this time of the clock that events carry; it replaces any time set before for this
    /// timer. Nil stops the timer.
    case setTimer(TimerID, at: Duration?)

    /// Copy this text to the clipboard: `Event.copyRefused` if that fails.
    case copy(String)
    /// Announce this text as a notification of the terminal's; by its bell if that shows none, or if the text is nil.
    case alert(String?)
    /// Redraw every cell, since another program wrote to the terminal.
    case redraw
    /// Restore the terminal and stop the program, until its job continues.
    case suspend
    /// Restore the terminal and end the program.
    case quit
    /// Restore the terminal and end the program by this signal, which it has received.
    case die(signal: Int32)

    /// Begin a session, and report its events with the visit number of the opening as `Event.session`.
    case open(Opening)
    /// Cancel the session of this visit; its later events are ignored.
    case cancel(visit: Int)
    /// Begin a session of this page before it is opened, and report its progress with `Event.preloaded`.
    case preload(WebURL, from: WebURL? = nil)
    /// Record that the reader has seen this version of a page, with its title.
    case noteRead(WebURL, number: Int, title: String)

    /// Switch to this account, empty for none: `Event.accountSwitched`, or `failed`.
    case switchAccount(to: String)
    /// Stop sending requests, or send them again.
    case reachChanged(Reach)
    /// Save these tabs of the account for the next start.
    case saveTabs(SavedTabs)
    /// Save a choice of the reader for the next start.
    case save(Preference)

    /// Save a file, and report its progress with `Event.downloadReported` and this number.
    case download(number: Int, FileOrder)
    /// Stop the download with this number and keep its part.
    case stopDownload(Int)
    /// Remove the part of the file at a path, if it is of the resource at this address.
    case removePart(path: String, url: WebURL)
    /// Report each time that the file at this address is saved, instead of any other, as `Event.fileSaved`; nil for
    /// none.
    case follow(WebURL?)

    /// Open a file with the program that the reader chose. This, `browse` and `send` report with `Event.done`,
    /// `printed` or `failed`.
    /// - Parameter type: Its media type; nil if unknown.
    case openFile(path: String, type: String?)
    /// Open an address in the system's browser.
    case browse(WebURL)
    /// Pass an address to a command of the reader's.
    case send(SendOrder)

    /// Release the intercepted exchange with this number.
    case release(Int, Release)
    /// Cancel the requests resent under this number; they are not answered.
    case stopResending(Int)
    /// Read a source of traffic with a number, instead of the current one: `Event.traffic`.
    case readTraffic(TrafficSource, number: Int)
    /// Stop reading traffic.
    case stopTraffic
    /// Impair the sessions opened from now on.
    case impair(Impairment)
    /// Accept the certificate with this SHA-256, unverified, from the server of an origin for this run, and send it no
    /// stored cookies and passwords.
    case acceptCertificate(sha256: String, origin: String)
}

/// An event outside the browser.
public enum Event: Sendable {
    /// The answer to a question: what it does to the model. `QueryReply.event` makes it.
    case answered(@Sendable (inout Model) -> [Effect])
    /// An address was given from outside, such as on the command line.
    case addressGiven(WebURL)
    /// The current time of the wall clock.
    case timeRead(Instant)
    /// The timer of `Effect.setTimer` expired.
    case timerFired(TimerID)

    /// The terminal reported something: mostly a key.
    case terminal(TerminalEvent)
    /// The text could not be copied to the clipboard.
    case copyRefused

    /// The session of a visit reported an event. Times are durations since the effect that opened the visit was
    /// performed: the browser reads no clock.
    /// - Parameter visit: The number given in `Effect.open`; events of earlier visits change nothing.
    case session(SessionEvent, visit: Int, after: Duration)
    /// A frame that `Model.awaitsPaint` requested to be timed reached the terminal.
    case painted(visit: Int, after: Duration)
    /// A page that is preloaded reported its progress.
    /// - Parameter after: The time since the visit in front (`Model.visitInFront`) was opened.
    case preloaded(PreloadReport, of: WebURL, after: Duration)
    /// An exchange for a part of a page: a style sheet, a picture, or what its `sonic-link` lists.
    case partLoaded(SessionTrace, of: WebURL)
    /// All intercepted exchanges, the oldest first.
    case intercepted([InterceptedExchange])
    /// An event of the traffic.
    case traffic(TrafficEvent)

    /// The account in use changed to this one; empty for none.
    case accountSwitched(String)
    /// The tabs of the account that were open when the program ended.
    case tabsRestored(SavedTabs)
    /// The same, if a page was requested: none of them is opened until the reader asks for it.
    case tabsKeptClosed(SavedTabs)
    /// Whether the cookies of an account could be written to their file after a session ended.
    case cookiesPersisted(PersistenceStatus, account: String)
    /// The settings now in effect, with a warning about an error in them.
    case configured(BrowserSettings, keys: KeyTable, warning: String?)

    /// The progress of the download with this number.
    case downloadReported(DownloadReport, Int)
    /// The file at this address was saved.
    case fileSaved(WebURL)

    /// Something succeeded; the text describes what.
    case done(String)
    /// A program succeeded with this output.
    case printed(title: String, String)
    /// Something failed, for this reason.
    case failed(String)

    /// The parts of the screen that the event may change.
    public var change: FrameSchedule.Change {
        if case .traffic(let event) = self { event.change } else { .other }
    }
}

/// The purposes of timers; there is at most one timer for each.
public enum TimerID: Hashable, Sendable, CaseIterable {
    /// The chosen link has stayed chosen long enough to be preloaded.
    case loadAhead
    /// The next poll of the watch in front is due.
    case watch
    /// The countdown to the next poll of a watch changes by a second, or a minute.
    case countdown
    /// The displayed age of intercepted messages and of running exchanges changes by a second.
    case age
    /// The displayed duration of the session in front changes by a second, or becomes worth showing; or the time until
    /// its page is requested changes.
    case progress
    /// The notice in the bottom line expires.
    case notice
}

/// A choice of the reader that persists across runs.
public enum Preference: Sendable, Equatable {
    /// The layout of the panes.
    case arrangement(LayoutPreset)
    /// The theme with this name.
    case theme(String)
    /// The origins of the sites whose style sheets the reader disabled.
    case unstyledSites(Set<String>)
    /// The origins of the sites whose style sheets the reader enabled, against the configuration.
    case styledSites(Set<String>)
}
