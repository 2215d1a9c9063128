namespace FuncLibs.Hosting.Schema;

/// <summary>What a property of an option class holds.</summary>
public enum OptionKind
{
    /// <summary>Further options.</summary>
    Section,

    /// <summary>Numbered sections, `Sources:0`.</summary>
    SectionList,

    /// <summary>One value.</summary>
    Value,

    /// <summary>Values, separated by commas.</summary>
    ValueList,
}
