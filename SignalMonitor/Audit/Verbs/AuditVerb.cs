using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Formatting;

namespace SignalMonitor.Audit.Verbs;

/// <summary>The verb `audit list|verify`: who did what, and whether the log is as it was written. Only reads.</summary>
internal static class AuditVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "audit";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(AuditVerbOptions.Do);

    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(AuditVerbOptions.Json);

    private const string TimeFormat = "yyyy-MM-dd HH:mm:ss.fff";

    /// <summary>
    /// Exit code 0; 1 when `verify` found what was changed or removed; 2 with one line on standard error when there is
    /// no log, or an option is wrong.
    /// </summary>
    /// <param name="options">The option values.</param>
    /// <param name="stateFolder">Where the log is, unless `--source` names a recording.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="errors">Standard error.</param>
    public static int Run(AuditVerbOptions options, string stateFolder, TextWriter output, TextWriter errors)
    {
        string folder = Path.GetFullPath(options.Source ?? stateFolder);
        DiskFiles files = new(folder);
        FileOutcome outcome = AuditFolder.List(files, out string[] names);
        if (!outcome.IsOk)
            return Fail(errors, outcome.ToString());
        if (names.Length == 0)
            return Fail(errors, $"there is no {AuditFolder.FileName} in {folder}; "
                + (options.Source is null ? "nothing was done yet, or --State:Folder is another" : "--source is a recording"));
        if (options.Do == AuditVerbAction.Verify)
            return Verify(AuditCheck.Run(files, options.Source is not null), options.Json, folder, output);
        if (!TryRead(options.From, long.MinValue, out long from) || !TryRead(options.To, long.MaxValue, out long to))
            return Fail(errors, "--from and --to are times in UTC, such as 2026-11-25T03:00:00Z");
        string? fault = null;
        AuditEntry[] entries =
        [
            .. AuditFolder.NewestFirst(files, long.MaxValue, reason => fault ??= reason)
                .Where(entry => entry.UtcNs >= from && entry.UtcNs <= to && IsAsked(options, entry.Action))
                .Take(options.Last).Reverse(),
        ];
        Write(entries, options.Json, output);
        return fault is null ? ExitCodes.Ok : Fail(errors, fault);
    }

    private static bool IsAsked(AuditVerbOptions options, AuditAction action) =>
        (options.Who is null || action.Who.Equals(options.Who, StringComparison.OrdinalIgnoreCase))
        && (options.Action is null || action.Action.Equals(options.Action, StringComparison.OrdinalIgnoreCase)
            || action.Action.StartsWith(options.Action + ".", StringComparison.OrdinalIgnoreCase));

    private static void Write(AuditEntry[] entries, bool json, TextWriter output)
    {
        if (!json)
        {
            output.WriteLine(entries.Length == 0 ? "no entry" : $"{entries.Length} entries, times in UTC");
            TextTable.Write(
                output,
                ["number", "time", "who", "from", "action", "of", "sequence"],
                entries.Select(entry => new[]
                {
                    entry.Number.ToString(CultureInfo.InvariantCulture), TimeOf(entry.UtcNs),
                    OneLine.Format(entry.Action.Who), OneLine.Format(entry.Action.From),
                    OneLine.Format(entry.Action.Action), AuditText.TargetOf(entry.Action),
                    entry.Action.Sequence?.ToString(CultureInfo.InvariantCulture) ?? "",
                }));
            return;
        }

        foreach (AuditEntry entry in entries)
            output.WriteLine(JsonText(json => AuditEntryJson.Write(json, entry)));
    }

    private static int Verify(AuditCheck check, bool asJson, string folder, TextWriter output)
    {
        if (asJson)
        {
            output.WriteLine(JsonText(json =>
            {
                json.WriteStartObject();
                json.WriteBoolean("whole", check.Faults.Count == 0);
                json.WriteNumber("entries", check.Entries);
                json.WriteNumber("newest", check.Newest?.Number ?? 0);
                json.WriteString("hash", check.Newest?.Hash);
                Write(json, "faults", check.Faults);
                Write(json, "notes", check.Notes);
                json.WriteEndObject();
            }));
        }
        else
        {
            foreach (string line in check.Faults.Concat(check.Notes))
                output.WriteLine(line);
            output.WriteLine(check.Faults.Count == 0
                ? FormattableString.Invariant($"the audit log in {folder} is whole: {check.Entries} entries, ")
                    + $"the newest with hash {check.Newest?.Hash}"
                : FormattableString.Invariant($"the audit log in {folder} is NOT WHOLE: {check.Faults.Count} faults, ")
                    + FormattableString.Invariant($"{check.Entries} entries can be read"));
        }

        return check.Faults.Count == 0 ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<string> lines)
    {
        json.WriteStartArray(name);
        foreach (string line in lines)
            json.WriteStringValue(line);
        json.WriteEndArray();
    }

    private static string JsonText(Action<Utf8JsonWriter> write)
    {
        using MemoryStream text = new();
        using (Utf8JsonWriter json = new(text))
            write(json);
        return System.Text.Encoding.UTF8.GetString(text.ToArray());
    }

    private static bool TryRead(string? text, long otherwise, out long ns)
    {
        ns = otherwise;
        if (text is null)
            return true;
        bool isTime = DateTimeOffset.TryParse(
            text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset time);
        ns = isTime ? UtcClock.NsOf(time) : otherwise;
        return isTime;
    }

    private static string TimeOf(long utcNs) =>
        UtcClock.TimeOf(utcNs).ToString(TimeFormat, CultureInfo.InvariantCulture);

    private static int Fail(TextWriter errors, string fault)
    {
        errors.WriteLine($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }
}
