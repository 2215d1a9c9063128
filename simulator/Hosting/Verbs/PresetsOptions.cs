using System.ComponentModel;

namespace Simulator.Hosting.Verbs;

/// <summary>Options of the verb `presets`.</summary>
public sealed class PresetsOptions
{
    /// <summary>Key of <see cref="Do"/>: a bare word behind the verb.</summary>
    internal const string Argument = nameof(Do);

    /// <summary>Key of <see cref="Show"/>: the second bare word.</summary>
    internal const string NextArgument = nameof(Show);

    /// <summary>Key of <see cref="Json"/>, which may stand without a value.</summary>
    internal const string Flag = nameof(Json);

    /// <summary>`show` or nothing.</summary>
    [Description("show, or nothing for the list")]
    public string Do { get; set; } = "";

    /// <summary>The preset whose document is printed; empty = the list.</summary>
    [Description("name of the preset whose document is printed")]
    public string Show { get; set; } = "";

    /// <summary>The list as JSON.</summary>
    [Description("the list as JSON")]
    public bool Json { get; set; }
}
