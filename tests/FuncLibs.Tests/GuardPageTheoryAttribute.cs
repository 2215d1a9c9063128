namespace FuncLibs.Tests;

/// <summary>A theory that needs a page without access after its memory.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class GuardPageTheoryAttribute : TheoryAttribute
{
    public GuardPageTheoryAttribute()
    {
        if (!OperatingSystem.IsLinux())
            Skip = "Guard pages are mapped with Linux calls.";
    }
}
