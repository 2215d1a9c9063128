namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>Where the values of an operand lie while a program runs.</summary>
internal enum SlotKind : byte
{
    /// <summary>One number for every point.</summary>
    Number,

    /// <summary>A column of the source.</summary>
    Input,

    /// <summary>A tile that is used again and again.</summary>
    Register,

    /// <summary>A whole column of the program: a variable, or what another part of the program reads.</summary>
    Column,
}

/// <summary>One operand or target of a step.</summary>
/// <param name="Kind">Where it lies.</param>
/// <param name="Index">Which of that kind.</param>
/// <param name="Value">The number of <see cref="SlotKind.Number"/>.</param>
internal readonly record struct Slot(SlotKind Kind, int Index, double Value = 0)
{
    /// <summary>One number.</summary>
    public static Slot Number(double value) => new(SlotKind.Number, 0, value);
}
