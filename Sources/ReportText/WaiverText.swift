/// Texts about a waiver that is no longer needed, for all reports.
package enum WaiverText {
    package static let needless = "waived, but it passed: remove the waiver"
}
