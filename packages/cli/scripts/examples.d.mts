export declare function writeExamples(target: string): void
