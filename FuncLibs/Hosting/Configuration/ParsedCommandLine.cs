namespace FuncLibs.Hosting.Configuration;

/// <summary>What the words of a command line say: a verb, keys with values, and what was wrong with them.</summary>
/// <param name="Verb">The verb, in lower case; the default verb when none was given.</param>
/// <param name="HelpAsked">`--help` or `-h` stood somewhere.</param>
/// <param name="Values">Keys (as typed, without dashes) and values; the last of a repeated key counts.</param>
/// <param name="Faults">Everything that could not be understood, in the order of the words.</param>
public sealed record ParsedCommandLine(
    string Verb, bool HelpAsked, IReadOnlyList<KeyValuePair<string, string>> Values, IReadOnlyList<ConfigurationFault> Faults);
