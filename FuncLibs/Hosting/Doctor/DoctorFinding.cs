using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Doctor;

/// <summary>How a check of the machine ended.</summary>
internal enum DoctorResult
{
    /// <summary>As it should be.</summary>
    [JsonStringEnumMemberName("ok")]
    Ok,

    /// <summary>The program runs, with a risk or a limit.</summary>
    [JsonStringEnumMemberName("warn")]
    Warn,

    /// <summary>The program does not start, or loses data.</summary>
    [JsonStringEnumMemberName("fail")]
    Fail,
}

/// <summary>One line of the verb `doctor`.</summary>
/// <param name="Check">What was checked, one word.</param>
/// <param name="Result">How it is.</param>
/// <param name="Found">What was found.</param>
/// <param name="Fix">What to do, a command where there is one; null when nothing is to be done.</param>
internal sealed record DoctorFinding(string Check, DoctorResult Result, string Found, string? Fix = null)
{
    public static DoctorFinding Ok(string check, FormattableString found) => new(check, DoctorResult.Ok, Text(found));

    public static DoctorFinding Warn(string check, FormattableString found, FormattableString fix) =>
        new(check, DoctorResult.Warn, Text(found), Text(fix));

    public static DoctorFinding Fail(string check, FormattableString found, FormattableString fix) =>
        new(check, DoctorResult.Fail, Text(found), Text(fix));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>All lines of the verb `doctor`.</summary>
/// <param name="Program">The program that the machine was checked for.</param>
/// <param name="Findings">The lines.</param>
internal sealed record DoctorReport(string Program, IReadOnlyList<DoctorFinding> Findings)
{
    /// <summary>Number of checks that failed.</summary>
    public int Failed => Findings.Count(finding => finding.Result == DoctorResult.Fail);

    /// <summary>Number of checks with a warning.</summary>
    public int Warned => Findings.Count(finding => finding.Result == DoctorResult.Warn);

    /// <summary>Writes the report as one JSON object in one line.</summary>
    public void PrintJson(TextWriter output) =>
        output.WriteLine(JsonSerializer.Serialize(this, DoctorJson.Default.DoctorReport));

    /// <summary>Writes the report for people.</summary>
    public void PrintText(TextWriter output)
    {
        foreach (DoctorFinding finding in Findings)
        {
            output.WriteLine($"{NameOf(finding.Result),-4}  {finding.Check,-13} {finding.Found}");
            if (finding.Fix is { } fix)
                output.WriteLine($"{"",-19} fix: {fix}");
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{Program}: {Findings.Count} checks, {Failed} failed, {Warned} with a warning"));
    }

    private static string NameOf(DoctorResult result) => result switch
    {
        DoctorResult.Ok => "ok",
        DoctorResult.Warn => "warn",
        _ => "FAIL",
    };
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true)]
[JsonSerializable(typeof(DoctorReport))]
internal sealed partial class DoctorJson : JsonSerializerContext;
