using System.Globalization;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Receiving;
using Spectre.Console;

namespace SignalMonitor.Watch;

/// <summary>The last event of a rig for people. Texts come from the rig: they are escaped, never taken as markup.</summary>
internal static class RigEventText
{
    /// <summary>As a field of a line; empty when there is none.</summary>
    public static string Field(RigEvent? told) => told is null ? "" : string.Create(
        CultureInfo.InvariantCulture, $" rig={told.Notice.Name}{(told.Notice.Channel.Length > 0 ? $":{told.Notice.Channel}" : "")}@{told.Notice.SampleIndex}");

    /// <summary>As words of a title; empty when there is none.</summary>
    public static string Words(RigEvent? told)
    {
        if (told is null)
            return "";
        string colour = told.Notice.Severity switch
        {
            EventSeverity.Error => "red",
            EventSeverity.Warning => "yellow",
            _ => "grey",
        };
        string words = string.Create(CultureInfo.InvariantCulture, $"rig: {told.Notice.Name} {told.Notice.Channel} at sample {told.Notice.SampleIndex}");
        return $"  [{colour}]{Markup.Escape(words)}[/]";
    }
}
