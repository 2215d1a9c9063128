using System.Text.Encodings.Web;

namespace SignalMonitor.TestReports;

/// <summary>Text in a page: what came from a rig or a person is never markup.</summary>
internal static class Html
{
    /// <summary>The text with <c>&lt; &gt; &amp; " '</c> escaped, in content and in attributes.</summary>
    public static string Escape(string text) => HtmlEncoder.Default.Encode(text);
}
