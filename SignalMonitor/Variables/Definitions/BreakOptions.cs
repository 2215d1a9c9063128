using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A break trigger: when a specimen counts as broken, and which samples around that are kept. See docs/alarms.md.
/// </summary>
public sealed class BreakOptions
{
    /// <summary>Most triggers: each checks every sample of its channel.</summary>
    public const int MaxBreaks = 64;

    /// <summary>Most columns of one.</summary>
    public const int MaxColumns = 256;

    /// <summary>
    /// Its name, unique: in events and in the names of files. A letter, then up to 31 letters, digits, - and _.
    /// </summary>
    [Description("name of the break trigger, in events and file names")]
    [RegularExpression(
        "[A-Za-z][A-Za-z0-9_-]{0,31}", ErrorMessage = "a letter, then up to 31 letters, digits, - and _")]
    public string Name { get; set; } = "break";

    /// <summary>The force: a channel as the catalogue names it, of any stream that has it.</summary>
    [Description("channel of the force, e.g. servo1.force")]
    [Required]
    public string Channel { get; set; } = "";

    /// <summary>By how much of its recent maximum the magnitude falls, in percent, 0.1 to 100.</summary>
    [Description("percent of its recent maximum by which the force falls")]
    [Range(0.1, 100.0)]
    public double FallPercent { get; set; } = 30;

    /// <summary>
    /// How far back the maximum is looked for, in ms, above 0; for a cyclic test less than a quarter of a period.
    /// </summary>
    [Description("within how many ms it falls")]
    [Range(0.001, 600_000.0)]
    public double WithinMs { get; set; } = 10;

    /// <summary>
    /// A maximum below this is no test: in units of the channel, above 0, well above the noise. Has to be given.
    /// </summary>
    [Description("least force of a test, in units of the channel; above 0, well above the noise")]
    [Range(0.0, double.MaxValue)]
    public double MinForce { get; set; }

    /// <summary>What is kept from before the break, in ms, 0 to 600,000.</summary>
    [Description("ms at full rate that are kept from before")]
    [Range(0.0, 600_000.0)]
    public double BeforeMs { get; set; } = 1000;

    /// <summary>What is kept from the break on, in ms, 0 to 600,000; one sample at least.</summary>
    [Description("ms at full rate that are kept from the break on")]
    [Range(0.0, 600_000.0)]
    public double AfterMs { get; set; } = 1000;

    /// <summary>Armed again once the force was back at <see cref="MinForce"/> for so long, in ms, 0 to 600,000,
    /// or by a new test run.</summary>
    [Description("armed again once the force was back for so many ms, or by a new test run")]
    [Range(0.0, 600_000.0)]
    public double RearmMs { get; set; } = 100;

    /// <summary>What is kept: signals of the same rate; empty: all columns of the channel.</summary>
    [Description("signals that are kept, all of one rate; empty = all columns of the channel")]
    public string[] Columns { get; set; } = [];

    /// <summary>True when a trigger of this name would be this one: names differ by more than case.</summary>
    public bool IsNamed(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);
}
