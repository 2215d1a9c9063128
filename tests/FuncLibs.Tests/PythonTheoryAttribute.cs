namespace FuncLibs.Tests;

/// <summary>A theory that starts Python.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PythonTheoryAttribute : TheoryAttribute
{
    public PythonTheoryAttribute()
    {
        if (!File.Exists(PythonDecoder.Interpreter))
            Skip = $"{PythonDecoder.Interpreter} is not installed.";
    }
}
