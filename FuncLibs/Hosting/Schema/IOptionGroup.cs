using System.ComponentModel.DataAnnotations;

namespace FuncLibs.Hosting.Schema;

/// <summary>
/// Options that a table describes instead of properties. An option class has them through a public property of a type
/// with a parameterless constructor: they replace it, without a section of their own.
/// </summary>
public interface IOptionGroup
{
    /// <summary>The options, in the order of the help text; the same for every instance.</summary>
    IReadOnlyList<GroupOption> Options { get; }

    /// <summary>The value of an option: of its type, or null when none was given and it has no default.</summary>
    object? this[string name] { get; set; }
}

/// <summary>One option of a group.</summary>
/// <param name="Name">Its key.</param>
/// <param name="Type">Type of its value: text, bool, a whole or floating number, or an enum.</param>
/// <param name="Description">Description for the help text.</param>
/// <param name="Rules">What its value must be.</param>
public sealed record GroupOption(
    string Name, Type Type, string Description, IReadOnlyList<ValidationAttribute> Rules);
